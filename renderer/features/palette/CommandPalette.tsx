import { Command as Cmdk } from 'cmdk';
import { CornerDownLeft, Hash, MessagesSquare, Search } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import type { ThreadRow } from '../../../core/contract.ts';
import type { Command } from '../../app/feature.ts';
import { allCommands } from '../../app/features.ts';
import { request } from '../../app/inspector-api.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { counted, grouped, shortTokens } from '../../components/format.ts';
import { Kbd } from '../../components/Kbd.tsx';
import { valueOf } from '../../data/async.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';

const GROUPS: readonly Command['group'][] = ['Go', 'View', 'Thread', 'Policy', 'Window'];
const THREADS_SHOWN = 8;
const DEBOUNCE_MS = 120;

const HEADING =
  '[&_[cmdk-group-heading]]:section-label [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1';
const ITEM =
  'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 data-[selected=true]:bg-accent-soft data-[disabled=true]:opacity-50';

/** Every command, every thread and every run of the open one, by typing a little of it. */
export function CommandPalette(): ReactElement {
  const open = useViewStore((state) => state.dialog === 'palette');
  return (
    <Dialog
      open={open}
      onClose={viewActions().closeDialog}
      title="Commands"
      titleHidden
      className="mt-[12vh] mb-auto w-[min(600px,92vw)]"
    >
      <Palette />
    </Dialog>
  );
}

function close(then: () => void): () => void {
  return () => {
    viewActions().closeDialog();
    // The dialog gives the focus back first, so that a command may take it.
    requestAnimationFrame(then);
  };
}

function Palette(): ReactElement {
  const [text, setText] = useState('');
  const threads = useFoundThreads(text.trim());
  const commands = allCommands().filter((command) => command.isEnabled?.() !== false);
  return (
    <Cmdk label="Commands" loop shouldFilter className="flex flex-col">
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Cmdk.Input
          value={text}
          onValueChange={setText}
          placeholder="Search threads, runs, commands"
          className="h-11 flex-1 bg-transparent text-lg outline-none placeholder:text-muted"
        />
      </div>
      <Cmdk.List className="max-h-[52vh] overflow-y-auto p-1.5">
        <Cmdk.Empty className="px-2.5 py-6 text-center text-muted">
          Nothing is called that. A number goes to a run.
        </Cmdk.Empty>
        <RunItem text={text} />
        {GROUPS.map((group) => (
          <Cmdk.Group key={group} heading={group} className={HEADING}>
            {commands
              .filter((command) => command.group === group && command.id !== 'palette')
              .map((command) => (
                <Cmdk.Item
                  key={command.id}
                  value={command.id}
                  keywords={[command.title, ...(command.keywords ?? [])]}
                  className={ITEM}
                  onSelect={close(command.run)}
                >
                  <span className="flex-1">{command.title}</span>
                  {command.shortcut === null ? null : <Kbd keys={command.shortcut} />}
                </Cmdk.Item>
              ))}
          </Cmdk.Group>
        ))}
        {threads.length === 0 ? null : (
          <Cmdk.Group heading="Threads" className={HEADING} forceMount>
            {threads.map((row) => (
              <ThreadItem key={row.thread} row={row} />
            ))}
          </Cmdk.Group>
        )}
      </Cmdk.List>
      <footer className="flex items-center gap-1.5 border-t border-line px-4 py-2 text-sm text-muted">
        <CornerDownLeft aria-hidden className="size-3" /> does it · a number goes to a run
      </footer>
    </Cmdk>
  );
}

/** The run of the number that was typed. */
function RunItem({ text }: { readonly text: string }): ReactElement | null {
  const overview = useThreadStore((state) => valueOf(state.overview));
  const number = Number(/^\s*#?(\d+)\s*$/.exec(text)?.[1] ?? NaN);
  if (overview === null || !(number >= 1 && number <= overview.runCount)) return null;
  return (
    <Cmdk.Group heading="Run" className={HEADING} forceMount>
      <Cmdk.Item
        value={`run ${number}`}
        keywords={[text]}
        forceMount
        className={ITEM}
        onSelect={close(() => {
          viewActions().moveToRun(number - 1);
        })}
      >
        <Hash aria-hidden className="size-3.5 text-muted" />
        Go to run {grouped(number)} of {grouped(overview.runCount)}
      </Cmdk.Item>
    </Cmdk.Group>
  );
}

function ThreadItem({ row }: { readonly row: ThreadRow }): ReactElement {
  return (
    <Cmdk.Item
      value={`thread ${row.thread}`}
      forceMount
      className={ITEM}
      onSelect={close(() => {
        viewActions().selectThread(row.thread);
      })}
    >
      <MessagesSquare aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {row.title}
      </span>
      <span className="shrink-0 text-sm text-muted">
        {counted(row.runCount, 'run')} · {shortTokens(row.occupancyTokens)}
      </span>
    </Cmdk.Item>
  );
}

/** The workspace's threads that say it; the first ones when nothing is typed. */
function useFoundThreads(search: string): readonly ThreadRow[] {
  const [rows, setRows] = useState<readonly ThreadRow[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void request('threads:list', { search, offset: 0, limit: THREADS_SHOWN }).then((result) => {
        if (isCurrent && result.ok) setRows(result.value.rows);
      });
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);
  return rows;
}
