import { feature as diff } from '../features/diff/feature.ts';
import { feature as experiments } from '../features/experiments/feature.ts';
import { feature as findings } from '../features/findings/feature.ts';
import { feature as importing } from '../features/import/feature.ts';
import { feature as lab } from '../features/lab/feature.ts';
import { feature as palette } from '../features/palette/feature.ts';
import { feature as policy } from '../features/policy/feature.ts';
import { feature as runs } from '../features/runs/feature.ts';
import { feature as settings } from '../features/settings/feature.ts';
import { feature as survival } from '../features/survival/feature.ts';
import { feature as threads } from '../features/threads/feature.ts';
import type { Command, Feature, TabDefinition } from './feature.ts';

/** Everything that plugs into the window; tabs appear in this order. */
const FEATURES: readonly Feature[] = [
  runs,
  diff,
  lab,
  survival,
  findings,
  threads,
  policy,
  experiments,
  importing,
  settings,
  palette,
];

export const TABS: readonly TabDefinition[] = FEATURES.flatMap((feature) => feature.tabs ?? []);
export const OVERLAYS = FEATURES.flatMap((feature) => feature.Overlays ?? []);
export const DIALOGS = FEATURES.reduce<NonNullable<Feature['dialogs']>>(
  (all, feature) => ({ ...all, ...feature.dialogs }),
  {},
);
export const POLICY_PANEL =
  FEATURES.find((feature) => feature.PolicyPanel !== undefined)?.PolicyPanel ?? null;

/** A function and not a list: features and commands may name each other while modules load. */
export function allCommands(): readonly Command[] {
  return FEATURES.flatMap((feature) => feature.commands ?? []);
}
