/** How many tokens a model's prompt and reply may take together, where that was read and when. */
export interface ContextWindow {
  /** Every model whose bare name matches: provider prefix, date and `-latest` are gone by then. */
  readonly models: RegExp;
  readonly tokens: number;
  /** Day it was looked up, ISO 8601. */
  readonly readOn: string;
  readonly source: string;
}

const OPENAI_MODELS = 'https://developers.openai.com/api/docs/models';
const CLAUDE_WINDOWS = 'https://platform.claude.com/docs/en/build-with-claude/context-windows';
const GEMINI_MODELS = 'https://ai.google.dev/gemini-api/docs/models';

/**
 * Only what was found written down: a model that is missing here has no window, and then the person's
 * own setting counts. The first entry that matches wins.
 */
export const CONTEXT_WINDOWS: readonly ContextWindow[] = [
  openAi(/^gpt-(?:6|6\.1|6\.2)-sol$/, 1_050_000),
  openAi(/^gpt-5\.6-(?:sol|terra|luna)$/, 1_050_000),
  openAi(/^gpt-5\.4$/, 1_050_000),
  openAi(/^gpt-5(?:\.[12])?-chat$/, 128_000),
  openAi(/^gpt-5(?:\.[12])?$|^gpt-5-(?:mini|nano)$|^gpt-5\.2-pro$/, 400_000),
  openAi(/^gpt-4\.1(?:-mini|-nano)?$/, 1_047_576),
  openAi(/^(?:chat)?gpt-4o(?:-mini)?$|^gpt-4-turbo$/, 128_000),
  openAi(/^gpt-4$/, 8_192),
  openAi(/^gpt-4-32k$/, 32_768),
  openAi(/^gpt-3\.5-turbo$/, 16_385),
  openAi(/^o1$|^o3(?:-mini)?$|^o4-mini$|^codex-mini$/, 200_000),
  claude(/^claude-(?:fable-5|opus-5|sonnet-5|haiku-5-5)(?:-\d)?$/, 1_000_000),
  claude(/^claude-(?:opus-4-[678]|sonnet-4-6)$/, 1_000_000),
  claude(
    /^claude-(?:opus-4|sonnet-4|haiku-4)(?:-[015])?$|^claude-3(?:-[57])?-(?:opus|sonnet|haiku)$/,
    200_000,
  ),
  gemini(/^gemini-2\.(?:0-flash|5-pro|5-flash|5-flash-lite)$/, 1_048_576),
  gemini(/^gemini-(?:3-flash|3\.1-pro|3\.7-flash|3\.8-flash)(?:-preview)?$/, 1_048_576),
];

/** Tokens of the model's context window; null for a model that isn't in the table. */
export function contextWindowOf(model: string | null): number | null {
  if (model === null) return null;
  const name = bareModelName(model);
  return CONTEXT_WINDOWS.find((entry) => entry.models.test(name))?.tokens ?? null;
}

/** `OpenAI/gpt-4o-mini-2024-07-18` → `gpt-4o-mini`; dots in a Claude version become dashes. */
function bareModelName(model: string): string {
  const bare = model
    .toLowerCase()
    .replace(/^.*[/:]/, '')
    .replace(/[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  return bare.startsWith('claude-') ? bare.replaceAll('.', '-') : bare;
}

function openAi(models: RegExp, tokens: number): ContextWindow {
  return { models, tokens, readOn: '2026-12-01', source: OPENAI_MODELS };
}

function claude(models: RegExp, tokens: number): ContextWindow {
  return { models, tokens, readOn: '2026-12-01', source: CLAUDE_WINDOWS };
}

function gemini(models: RegExp, tokens: number): ContextWindow {
  return { models, tokens, readOn: '2026-12-01', source: GEMINI_MODELS };
}
