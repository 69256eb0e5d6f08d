import { type SentView } from './call-cost.ts';
import { at } from './index-profile.ts';
import { type WalkColumns } from './policy-walk.ts';

export function viewAt(columns: WalkColumns, call: number): SentView {
  return { firstRun: at(columns.firstRun, call), summaryTokens: at(columns.summaryTokens, call) };
}
