import { useEffect, type ReactElement } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import type { Command } from './feature.ts';
import { allCommands } from './features.ts';
import { onEvent } from './inspector-api.ts';

/** Carries out commands by key and by the native menu. Draws nothing. */
export function CommandKeys(): ReactElement {
  useEffect(
    () =>
      onEvent('menu:command', ({ command }) => {
        const found = allCommands().find((candidate) => candidate.menu === command);
        if (found !== undefined) runIfEnabled(found);
      }),
    [],
  );
  return (
    <>
      {allCommands().map((command) =>
        command.shortcut === null ? null : (
          <CommandKey key={command.id} command={command} shortcut={command.shortcut} />
        ),
      )}
    </>
  );
}

/** Controls that have no use for a letter. */
const LETTERLESS = ['radio', 'slider', 'option'] as const;

function CommandKey({
  command,
  shortcut,
}: {
  readonly command: Command;
  readonly shortcut: string;
}): ReactElement | null {
  const withModifier = shortcut.includes('mod');
  useHotkeys(
    shortcut,
    (event) => {
      // A dialog has the keyboard to itself; only keys with Ctrl or ⌘ reach through a text field.
      if (document.querySelector('dialog:modal') !== null) return;
      if (command.isEnabled?.() === false) return;
      event.preventDefault();
      command.run();
    },
    {
      enableOnFormTags: withModifier ? true : LETTERLESS,
      enableOnContentEditable: withModifier,
      // A sign is where the keyboard's layout has it; with Ctrl or ⌘ the place of the key counts.
      useKey: !withModifier && !shortcut.includes('>'),
    },
    [command],
  );
  return null;
}

function runIfEnabled(command: Command): void {
  if (document.querySelector('dialog:modal') !== null) return;
  if (command.isEnabled?.() !== false) command.run();
}
