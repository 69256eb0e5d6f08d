import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

/** `next`: needed as soon as the window is drawn. `rest`: perhaps never. */
type Turn = 'next' | 'rest';

const parts: Record<Turn, (() => Promise<unknown>)[]> = { next: [], rest: [] };

/**
 * A component whose code doesn't come with the window's first frame: with `loadParts`, or when it is drawn
 * first. Once its code is there it draws at once; before that it suspends.
 */
export function later<Props extends object>(
  turn: Turn,
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  const fetchOnce = (): Promise<ComponentType<Props>> => {
    coming ??= load().then((component) => {
      loaded = component;
      return component;
    });
    return coming;
  };
  parts[turn].push(fetchOnce);
  return function Later(props: Props) {
    return createElement(loaded ?? use(fetchOnce()), props);
  };
}

/**
 * Loads what is drawn next, then the rest, one part after the other, so that a tab or a dialog opens
 * without a wait. A part that can't be loaded says so when it is drawn.
 *
 * @param pause Waits before each part of the rest until there is nothing better to do.
 */
export async function loadParts(pause: () => Promise<void>): Promise<void> {
  await Promise.allSettled(parts.next.map((fetchOnce) => fetchOnce()));
  for (const fetchOnce of parts.rest) {
    await pause();
    await fetchOnce().catch(() => undefined);
  }
}
