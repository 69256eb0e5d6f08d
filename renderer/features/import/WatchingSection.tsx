import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WatchedFolder } from '../../../core/contract.ts';
import { classNames } from '../../components/class-names.ts';
import { counted } from '../../components/format.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { viewActions } from '../../stores/view-store.ts';
import { useWatchStore } from '../../stores/watch-store.ts';
import { baseName, shortPath } from './path-words.ts';
import { stopWatching } from './watch-actions.ts';

/** In the sidebar, below the threads: what comes in by itself. Nothing where no folder is watched. */
export function WatchingSection(): ReactElement | null {
  const folders = useWatchStore((state) => state.folders);
  if (folders.length === 0) return null;
  return (
    <section
      aria-labelledby="watching-label"
      className="max-h-50 shrink-0 overflow-y-auto border-t border-line pt-3 pb-1"
    >
      <h2 id="watching-label" className="section-label px-3.5 pb-1">
        Watching
      </h2>
      <ul>
        {folders.map((folder) => (
          <li key={folder.path} className="group flex items-start gap-1 py-1.5 pr-2 pl-4">
            <FolderLine folder={folder} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES: Readonly<
  Record<WatchedFolder['state'], { readonly word: string; readonly ink: string; readonly dot: string }>
> = {
  live: { word: 'live', ink: 'text-kept-ink', dot: 'bg-kept' },
  starting: { word: 'starting', ink: 'text-muted', dot: 'bg-track' },
  missing: { word: 'not there', ink: 'text-dropped-ink', dot: 'bg-dropped' },
};

export function FolderLine({
  folder,
  listed = false,
}: {
  readonly folder: WatchedFolder;
  /** Whether every file that can't be read is written down; else they are counted. */
  readonly listed?: boolean;
}): ReactElement {
  const { word, ink, dot } = STATES[folder.state];
  return (
    <>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium" title={folder.path}>
            {shortPath(folder.path)}
          </span>
          <span className={classNames('flex shrink-0 items-center gap-1.5 text-sm', ink)}>
            <span aria-hidden className={classNames('size-2 rounded-full', dot)} />
            {word}
          </span>
        </p>
        <p className="text-sm text-muted">{whatCame(folder)}</p>
        <ProblemsOf folder={folder} listed={listed} />
      </div>
      <IconButton
        size="small"
        label={`Stop watching ${shortPath(folder.path)}`}
        icon={<X aria-hidden className="size-3.5" />}
        onClick={() => void stopWatching(folder.path)}
        className="-mt-0.5"
      />
    </>
  );
}

function ProblemsOf({
  folder: { problems },
  listed,
}: {
  readonly folder: WatchedFolder;
  readonly listed: boolean;
}): ReactElement | null {
  if (problems.length === 0) return null;
  if (listed) {
    return (
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {problems.map(({ path, message }) => (
          <li key={path} data-selectable className="wrap-anywhere select-text" title={path}>
            <span className="text-dropped-ink">{baseName(path)}:</span> {message}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <button
      type="button"
      className="rounded-control text-sm text-dropped-ink hover:underline"
      onClick={() => {
        viewActions().openDialog('import');
      }}
    >
      {counted(problems.length, 'file')} can’t be read
    </button>
  );
}

function whatCame({ state, newRunsToday }: WatchedFolder): string {
  if (state === 'missing') return 'It is taken up again when it comes back.';
  return newRunsToday === 0 ? 'Nothing new today' : `${counted(newRunsToday, 'new run')} today`;
}
