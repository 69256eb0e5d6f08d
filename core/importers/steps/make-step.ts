import type { InputItem } from '../../domain/input-item.ts';
import type { CallUsage } from '../readers/usage.ts';
import type { InputStep, NoticeStep, ReplyStep, RunEnd, StepCall } from './step.ts';

export interface StepDetails {
  readonly id?: string | null;
  readonly atMs?: number | null;
}

export function inputStep(
  role: InputStep['role'],
  items: readonly InputItem[],
  details: StepDetails & { readonly senderId: string; readonly runId?: string | null },
): InputStep {
  const { id = null, atMs = null, senderId, runId = null } = details;
  return { kind: 'input', role, id, senderId, items, atMs, runId };
}

/** @param details.call Left out: a call that nothing is reported about. */
export function replyStep(
  items: readonly InputItem[],
  details: StepDetails & { readonly call?: ReplyStep['call']; readonly senderId?: string } = {},
): ReplyStep {
  const { id = null, atMs = null, call = UNREPORTED, senderId } = details;
  return { kind: 'reply', id, items, call, atMs, ...(senderId === undefined ? {} : { senderId }) };
}

export function noticeStep(
  level: NoticeStep['level'],
  text: string,
  ends: RunEnd | null,
  atMs: number | null = null,
): NoticeStep {
  return { kind: 'notice', level, text, ends, atMs };
}

export function stepCall(
  usage: CallUsage | null,
  model: string | null = null,
  answerId: string | null = null,
): StepCall {
  return { model, usage, answerId };
}

const UNREPORTED: StepCall = { model: null, usage: null };
