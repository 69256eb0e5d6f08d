import type { Command, Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { valueOf } from '../../data/async.ts';
import { policyPreview } from '../../selectors/policy-preview.ts';
import { policyOfKnobs } from '../../selectors/policy-spec-of.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import type { ThreadOverview } from '../../../core/contract.ts';
import { FIND_FIELD_ID } from './FindBar.tsx';
import { boundaryBeside } from './outline-marks.ts';

const RunsView = later('next', async () => (await import('./RunsView.tsx')).RunsView);
const GoToRunDialog = later('rest', async () => (await import('./GoToRunDialog.tsx')).GoToRunDialog);

const shown = (): ThreadOverview | null => valueOf(useThreadStore.getState().overview);
const isEnabled = (): boolean => shown() !== null;

function moveBy(step: number): void {
  const overview = shown();
  if (overview === null) return;
  const { currentRun } = useViewStore.getState();
  const next = currentRun === null ? (step > 0 ? 0 : overview.runCount - 1) : currentRun + step;
  viewActions().moveToRun(Math.min(overview.runCount - 1, Math.max(0, next)));
}

function moveToBoundary(direction: 1 | -1): void {
  const overview = shown();
  if (overview === null) return;
  const { currentRun, chartMode } = useViewStore.getState();
  const policy = policyOfKnobs(usePolicyStore.getState().knobs);
  const previewed = chartMode === 'policy' ? policyPreview(overview.profile, policy).coveredRuns : null;
  const from = currentRun ?? (direction === 1 ? -1 : overview.runCount);
  const place = boundaryBeside(overview, previewed, from, direction);
  if (place !== null) viewActions().moveToRun(place);
}

const commands: readonly Command[] = [
  {
    id: 'view-runs',
    title: 'Show runs',
    group: 'View',
    shortcut: 'mod+1',
    menu: 'view-runs',
    isEnabled,
    run: () => {
      viewActions().showTab('runs');
    },
  },
  {
    id: 'find',
    title: 'Find in this thread',
    group: 'Thread',
    shortcut: 'mod+f',
    menu: 'find',
    keywords: ['search'],
    isEnabled,
    run: () => {
      viewActions().openFind();
      document.getElementById(FIND_FIELD_ID)?.focus();
    },
  },
  {
    id: 'go-to-run',
    title: 'Go to run…',
    group: 'Go',
    shortcut: 'mod+g',
    menu: 'go-to-run',
    keywords: ['jump', 'number'],
    isEnabled,
    run: () => {
      viewActions().openDialog('go-to-run');
    },
  },
  {
    id: 'next-run',
    title: 'Next run',
    group: 'Go',
    shortcut: 'j',
    menu: null,
    isEnabled,
    run: () => {
      moveBy(1);
    },
  },
  {
    id: 'previous-run',
    title: 'Previous run',
    group: 'Go',
    shortcut: 'k',
    menu: null,
    isEnabled,
    run: () => {
      moveBy(-1);
    },
  },
  {
    id: 'first-run',
    title: 'First run',
    group: 'Go',
    shortcut: 'g>g',
    menu: null,
    isEnabled,
    run: () => {
      viewActions().moveToRun(0);
    },
  },
  {
    id: 'last-run',
    title: 'Last run',
    group: 'Go',
    shortcut: 'shift+g',
    menu: null,
    isEnabled,
    run: () => {
      viewActions().moveToRun(Math.max(0, (shown()?.runCount ?? 1) - 1));
    },
  },
  {
    id: 'next-boundary',
    title: 'Next summary boundary',
    group: 'Go',
    shortcut: ']',
    menu: 'next-boundary',
    isEnabled,
    run: () => {
      moveToBoundary(1);
    },
  },
  {
    id: 'previous-boundary',
    title: 'Previous summary boundary',
    group: 'Go',
    shortcut: '[',
    menu: 'previous-boundary',
    isEnabled,
    run: () => {
      moveToBoundary(-1);
    },
  },
  {
    id: 'close-runs',
    title: 'Close all open runs',
    group: 'Thread',
    shortcut: null,
    menu: null,
    isEnabled,
    run: () => {
      viewActions().closeAllRuns();
    },
  },
  {
    id: 'as-recorded',
    title: 'Show the thread as recorded',
    group: 'View',
    shortcut: null,
    menu: null,
    isEnabled,
    run: () => {
      viewActions().setChartMode('recorded');
    },
  },
  {
    id: 'under-policy',
    title: 'Show the thread under this policy',
    group: 'View',
    shortcut: null,
    menu: null,
    isEnabled,
    run: () => {
      viewActions().setChartMode('policy');
    },
  },
];

export const feature: Feature = {
  tabs: [{ id: 'runs', label: 'Runs', Body: RunsView }],
  dialogs: { 'go-to-run': GoToRunDialog },
  commands,
};
