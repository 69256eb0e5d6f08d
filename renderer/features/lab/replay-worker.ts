import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { replayProfile, type ReplayOptions, type ThreadProfile } from '../../../core/replay/index.ts';
import { replayColumnsOf, type ReplayColumns } from '../../selectors/replay-columns.ts';

/** A profile is sent once; replays are then of it. */
export type ReplayOrder =
  | { readonly kind: 'profile'; readonly profile: ThreadProfile }
  | {
      readonly kind: 'replay';
      readonly id: number;
      readonly policy: PolicySpec;
      readonly options: ReplayOptions;
    };

export interface ReplayAnswer {
  readonly id: number;
  readonly columns: ReplayColumns;
  /** US dollars, had nothing been folded; null without prices. */
  readonly unfoldedCost: number | null;
}

let profile: ThreadProfile | null = null;

self.onmessage = (event: MessageEvent<ReplayOrder>): void => {
  const order = event.data;
  if (order.kind === 'profile') {
    profile = order.profile;
    return;
  }
  if (profile === null) return;
  const columns = replayColumnsOf(replayProfile(profile, order.policy, order.options));
  const unfoldedCost = replayProfile(profile, { summarizer: 'none' }, order.options).totals.cost;
  const answer: ReplayAnswer = { id: order.id, columns, unfoldedCost };
  self.postMessage(answer, { transfer: buffersOf(columns) });
};

/** What can be handed over without a copy. */
function buffersOf(columns: ReplayColumns): Transferable[] {
  return Object.values(columns).flatMap((value: unknown) =>
    value instanceof Float64Array || value instanceof Uint8Array ? [value.buffer] : [],
  );
}
