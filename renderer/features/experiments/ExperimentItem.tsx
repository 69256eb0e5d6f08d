import { Ellipsis, Pin } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ExperimentRow, ThreadRef } from '../../../core/contract.ts';
import { classNames } from '../../components/class-names.ts';
import { duration, grouped } from '../../components/format.ts';
import { ButtonMenu, type MenuItem } from '../../components/Menu.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useDiffStore } from '../../stores/diff-store.ts';
import { useViewStore } from '../../stores/view-store.ts';
import {
  applyToCopy,
  pinExperiment,
  removeExperiment,
  renameExperiment,
  runAgain,
  showInDiff,
  takeOverSettings,
} from './experiment-actions.ts';
import { costWords, experimentName, factWords, shortfallWords } from './experiment-words.ts';

/** One experiment; a press shows it in the diff, everything else is in its menu. */
export function ExperimentItem({
  thread,
  experiment,
  onOpen,
  onCompare,
}: {
  readonly thread: ThreadRef;
  readonly experiment: ExperimentRow;
  readonly onOpen: () => void;
  readonly onCompare: (() => void) | null;
}): ReactElement {
  const [renaming, setRenaming] = useState(false);
  const inDiff = useViewStore((state) => state.tab === 'diff');
  const chosen = useDiffStore((state) => state.choice === experiment.experiment);
  const name = experimentName(experiment);
  const shortfall = shortfallWords(experiment.shortfall);
  return (
    <li
      className={classNames(
        'relative flex items-start gap-1 border-t border-line py-2 pr-1.5 pl-3.5 last:border-b',
        inDiff && chosen ? 'bg-accent-soft' : 'hover:bg-surface-hover',
      )}
    >
      {renaming ? (
        <RenameField
          name={name}
          onDone={(next) => {
            setRenaming(false);
            if (next !== null && next !== name) void renameExperiment(thread, experiment.experiment, next);
          }}
        />
      ) : (
        <button
          type="button"
          aria-pressed={inDiff && chosen}
          className="flex min-w-0 flex-1 flex-col rounded-sm text-left after:absolute after:inset-y-0 after:right-8 after:left-0"
          onClick={() => {
            showInDiff(experiment.experiment);
          }}
        >
          <Line
            left={
              <span className="flex items-center gap-1 font-semibold">
                {experiment.pinned ? (
                  <Pin aria-label="Pinned" className="size-3 shrink-0 text-muted" />
                ) : null}
                <span className="truncate" title={name}>
                  {name}
                </span>
              </span>
            }
            right={experiment.summaryTokens === null ? '—' : `${grouped(experiment.summaryTokens)} t`}
          />
          <Line
            left={
              <span className="text-sm text-muted">
                {shortfall === null ? null : (
                  <span title={shortfall.meaning} className="font-medium text-dropped-ink">
                    {shortfall.label} ·{' '}
                  </span>
                )}
                {experiment.modelName ?? 'no model'} · {factWords(experiment.facts)} ·{' '}
                {duration(experiment.durationMs)}
              </span>
            }
            right={costWords(experiment.cost)}
          />
        </button>
      )}
      <ButtonMenu
        items={menuOf(thread, experiment, {
          onOpen,
          onCompare,
          onRename: () => {
            setRenaming(true);
          },
        })}
      >
        <button
          type="button"
          aria-label={`More for ${name}`}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:bg-track hover:text-text"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      </ButtonMenu>
    </li>
  );
}

function Line({ left, right }: { readonly left: ReactElement; readonly right: string }): ReactElement {
  return (
    <span className="flex w-full items-baseline justify-between gap-2">
      <span className="min-w-0 truncate">{left}</span>
      <span className="numeric shrink-0 text-muted">{right}</span>
    </span>
  );
}

function RenameField({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: (name: string | null) => void;
}): ReactElement {
  const [draft, setDraft] = useState(name);
  return (
    <TextField
      label="Name of the experiment"
      value={draft}
      maxLength={200}
      ref={(element) => {
        if (element !== null && document.activeElement !== element) {
          element.focus();
          element.select();
        }
      }}
      className="flex-1"
      onChange={(event) => {
        setDraft(event.target.value);
      }}
      onBlur={() => {
        onDone(draft);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(draft);
        if (event.key === 'Escape') onDone(null);
      }}
    />
  );
}

function menuOf(
  thread: ThreadRef,
  experiment: ExperimentRow,
  on: { readonly onOpen: () => void; readonly onCompare: (() => void) | null; readonly onRename: () => void },
): readonly MenuItem[] {
  const id = experiment.experiment;
  return [
    { id: 'details', label: 'Request and answer…', onSelect: on.onOpen },
    {
      id: 'diff',
      label: 'Show in diff',
      onSelect: () => {
        showInDiff(id);
      },
    },
    ...(on.onCompare === null ? [] : [{ id: 'compare', label: 'Compare with…', onSelect: on.onCompare }]),
    { id: 'settings', label: 'Use its settings', onSelect: () => void takeOverSettings(id) },
    { id: 'again', label: 'Run again', onSelect: () => void runAgain(id) },
    {
      id: 'apply',
      label: 'Apply to a copy of the thread',
      // Half a summary can't stand in for whole runs.
      disabled: experiment.shortfall !== null,
      onSelect: () => void applyToCopy(id),
    },
    { id: 'rename', label: 'Rename', onSelect: on.onRename },
    {
      id: 'pin',
      label: experiment.pinned ? 'Unpin' : 'Pin to the top',
      onSelect: () => void pinExperiment(thread, experiment),
    },
    {
      id: 'delete',
      label: 'Delete',
      danger: true,
      onSelect: () => void removeExperiment(thread, experiment),
    },
  ];
}
