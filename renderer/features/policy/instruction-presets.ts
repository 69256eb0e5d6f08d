import { DEFAULT_INSTRUCTION, type Instruction } from '../../stores/policy-store.ts';

/** Instructions that ship with the app. Their ids never change: saved ones use other ids. */
export const INSTRUCTION_PRESETS: readonly Instruction[] = [
  { id: 'preset-identifiers', name: 'Concise, with identifiers', text: DEFAULT_INSTRUCTION },
  {
    id: 'preset-sdk',
    name: 'As in the SDK documentation',
    text: 'You are a conversation summarizer. Create concise summaries that preserve important context, decisions, and information needed for future interactions.',
  },
  {
    id: 'preset-handover',
    name: 'Handover notes',
    text: 'You write handover notes for a colleague who takes over this conversation. State the goal, what was decided and why, what was done with its result, what is open and who waits for it. Keep identifiers, file paths, commands, dates and amounts exactly as written. Use short sentences. Do not add anything that was not said.',
  },
  {
    id: 'preset-support',
    name: 'Support case',
    text: 'Summarize this support conversation. Keep: the customer and the order or ticket numbers, what went wrong, every promise made with its date, amounts of money, and what the customer still expects. At most 200 words.',
  },
];
