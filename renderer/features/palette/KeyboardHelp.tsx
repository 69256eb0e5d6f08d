import type { ReactElement } from 'react';
import type { Command } from '../../app/feature.ts';
import { allCommands } from '../../app/features.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Kbd } from '../../components/Kbd.tsx';
import { useViewStore, viewActions } from '../../stores/view-store.ts';

const GROUPS: readonly Command['group'][] = ['Go', 'View', 'Thread', 'Policy', 'Window'];

/** Every key there is, read from the commands themselves. */
export function KeyboardHelp(): ReactElement {
  const open = useViewStore((state) => state.dialog === 'keyboard-help');
  return (
    <Dialog open={open} onClose={viewActions().closeDialog} title="Keyboard" className="w-[min(760px,92vw)]">
      <div className="columns-2 gap-8 px-4.5 pb-4.5">
        {GROUPS.map((group) => {
          const commands = allCommands().filter(
            (command) => command.group === group && command.shortcut !== null,
          );
          if (commands.length === 0) return null;
          return (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="section-label mb-1">{group}</h3>
              <dl>
                {commands.map((command) => (
                  <div key={command.id} className="flex min-h-7 items-center justify-between gap-3">
                    <dt>{command.title}</dt>
                    <dd>{command.shortcut === null ? null : <Kbd keys={command.shortcut} />}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
