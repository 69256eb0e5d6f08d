import { median } from './calibration.ts';

/** How large a summary that nobody has written yet is taken to be. */
export type SummarySizing =
  /** A wish, taken as it is: the lower bound below is for sizes that nobody asked for. */
  | { readonly kind: 'tokens'; readonly tokens: number }
  /** A share of what it covers. */
  | { readonly kind: 'ratio'; readonly ratio: number };

export const DEFAULT_SUMMARY_RATIO = 0.1;
const MIN_SUMMARY_TOKENS = 16;

/** Without a wish: as large as the thread's own summaries usually are, else a tenth of what is covered. */
export function defaultSizing(ownSummaryTokens: readonly number[]): SummarySizing {
  return ownSummaryTokens.length > 0
    ? { kind: 'tokens', tokens: Math.max(MIN_SUMMARY_TOKENS, median(ownSummaryTokens)) }
    : { kind: 'ratio', ratio: DEFAULT_SUMMARY_RATIO };
}

/** Never more than what it covers, and a share of it at least 16 tokens. Not rounded. */
export function modelledSummaryTokens(sizing: SummarySizing, coveredTokens: number): number {
  const tokens =
    sizing.kind === 'tokens' ? sizing.tokens : Math.max(MIN_SUMMARY_TOKENS, sizing.ratio * coveredTokens);
  return Math.min(coveredTokens, tokens);
}
