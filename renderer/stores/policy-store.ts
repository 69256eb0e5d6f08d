import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ModelChoice, ModelParameters } from '../../core/contract.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';

export type SummarizerKind = PolicySpec['summarizer'];

export interface Instruction {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** Every knob keeps its value while another summarizer is chosen. Tokens and runs are whole numbers. */
export interface Knobs {
  readonly summarizer: SummarizerKind;
  readonly tokenThreshold: number;
  readonly keepRecentCount: number;
  readonly keepCount: number;
  readonly instruction: string;
  readonly includeToolArguments: boolean;
  readonly model: ModelChoice;
  readonly parameters: ModelParameters;
}

export interface PolicyState {
  readonly knobs: Knobs;
  /** The person has turned a knob: from then on nobody else does. */
  readonly isTouched: boolean;
  /** Instructions the person saved, newest first. */
  readonly savedInstructions: readonly Instruction[];
  readonly actions: {
    readonly turnKnob: <Name extends keyof Knobs>(name: Name, value: Knobs[Name]) => void;
    /** Sets the threshold for a thread that is shown, as long as the person hasn't turned a knob. */
    readonly suggestThreshold: (tokenThreshold: number) => void;
    /** Takes over a whole policy, e.g. an experiment's. */
    readonly takePolicy: (policy: PolicySpec) => void;
    readonly saveInstruction: (instruction: Instruction) => void;
    readonly removeInstruction: (id: string) => void;
  };
}

type Persisted = Pick<PolicyState, 'knobs' | 'isTouched' | 'savedInstructions'>;

export const DEFAULT_INSTRUCTION =
  'You are a conversation summarizer. Preserve decisions, open tasks, identifiers, names, dates and amounts verbatim. Write at most 300 words.';

export const DEFAULT_KNOBS: Knobs = {
  summarizer: 'llm',
  tokenThreshold: 80_000,
  keepRecentCount: 5,
  keepCount: 10,
  instruction: DEFAULT_INSTRUCTION,
  includeToolArguments: false,
  model: 'offline',
  parameters: { temperature: null, maxOutputTokens: null },
};

export const POLICY_STORE_VERSION = 1;

export const usePolicyStore = create<PolicyState>()(
  persist(
    (set) => ({
      knobs: DEFAULT_KNOBS,
      isTouched: false,
      savedInstructions: [],
      actions: {
        suggestThreshold: (tokenThreshold) => {
          set((state) => (state.isTouched ? state : { knobs: { ...state.knobs, tokenThreshold } }));
        },
        turnKnob: (name, value) => {
          set((state) =>
            Object.is(state.knobs[name], value)
              ? state
              : { knobs: { ...state.knobs, [name]: value }, isTouched: true },
          );
        },
        takePolicy: (policy) => {
          set((state) => ({ knobs: { ...state.knobs, ...policy }, isTouched: true }));
        },
        saveInstruction: (instruction) => {
          set((state) => ({
            savedInstructions: [
              instruction,
              ...state.savedInstructions.filter((saved) => saved.id !== instruction.id),
            ],
          }));
        },
        removeInstruction: (id) => {
          set((state) => ({ savedInstructions: state.savedInstructions.filter((saved) => saved.id !== id) }));
        },
      },
    }),
    {
      name: 'tidemark.policy',
      version: POLICY_STORE_VERSION,
      partialize: ({ knobs, isTouched, savedInstructions }): Persisted => ({
        knobs,
        isTouched,
        savedInstructions,
      }),
      migrate: (): Persisted => ({ knobs: DEFAULT_KNOBS, isTouched: false, savedInstructions: [] }),
      merge: (stored, current) => ({ ...current, ...checkedPolicy(stored) }),
    },
  ),
);

/** Stored text may be from a broken or older program: a knob that makes no sense falls back to its default. */
function checkedPolicy(stored: unknown): Partial<Persisted> {
  if (!isRecord(stored)) return {};
  const knobs = isRecord(stored['knobs']) ? checkedKnobs(stored['knobs']) : DEFAULT_KNOBS;
  const saved = Array.isArray(stored['savedInstructions']) ? stored['savedInstructions'] : [];
  return { knobs, isTouched: stored['isTouched'] === true, savedInstructions: saved.filter(isInstruction) };
}

function checkedKnobs(stored: Readonly<Record<string, unknown>>): Knobs {
  const parameters = isRecord(stored['parameters']) ? stored['parameters'] : {};
  return {
    summarizer: oneOf(stored['summarizer'], ['llm', 'sliding-window', 'none'], DEFAULT_KNOBS.summarizer),
    tokenThreshold: whole(stored['tokenThreshold'], DEFAULT_KNOBS.tokenThreshold),
    keepRecentCount: whole(stored['keepRecentCount'], DEFAULT_KNOBS.keepRecentCount),
    keepCount: whole(stored['keepCount'], DEFAULT_KNOBS.keepCount),
    instruction:
      typeof stored['instruction'] === 'string' ? stored['instruction'] : DEFAULT_KNOBS.instruction,
    includeToolArguments: stored['includeToolArguments'] === true,
    model: oneOf(stored['model'], ['offline', 'configured'], DEFAULT_KNOBS.model),
    parameters: {
      temperature: finite(parameters['temperature']),
      maxOutputTokens: finite(parameters['maxOutputTokens']),
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInstruction(value: unknown): value is Instruction {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['text'] === 'string'
  );
}

function whole(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback;
}

function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((candidate) => candidate === value) ?? fallback;
}
