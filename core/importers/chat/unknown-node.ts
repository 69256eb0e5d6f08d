import type { RawRecord } from '../raw-record.ts';
import { inputStep, type StepDetails } from '../steps/make-step.ts';
import type { ReadMessage } from './chat-nodes.ts';

/** A message of nobody who is known. It opens no run, and stands in one like a tool's result does. */
export function unknownNode(raw: RawRecord, details: StepDetails = {}): ReadMessage {
  const item = { type: 'unknown', raw } as const;
  return { kind: 'result', steps: [inputStep('context', [item], { ...details, senderId: '' })] };
}
