import { useEffect } from 'react';
import { useViewStore } from '../../stores/view-store.ts';

/** Enough to see where one is; the whole of a long run needn't be marked. */
const MOST_RANGES = 200;
const NAME = 'find';
/** A run that opens comes in over a few frames. */
const LOOK_AGAIN_MS = [0, 120, 400, 900];

/**
 * Marks what is found in the message that is shown for a hit, without touching its markup, and brings
 * the first mark into sight, also inside a block of code that scrolls by itself.
 */
export function useFindHighlight(): void {
  const target = useViewStore((state) => state.target);
  const text = useViewStore((state) => state.findText);
  useEffect(() => {
    if (text === '' || target === null || target.message === null) {
      CSS.highlights.delete(NAME);
      return;
    }
    const { run, message } = target;
    let isSeen = false;
    const mark = (): void => {
      const row = document.querySelector(`[data-run="${run}"] [data-message="${message}"]`);
      if (row === null) return;
      const ranges = rangesOf(row, text);
      CSS.highlights.set(NAME, new Highlight(...ranges));
      if (!isSeen) ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      isSeen = ranges.length > 0;
    };
    const timers = LOOK_AGAIN_MS.map((ms) => setTimeout(mark, ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [text, target]);
  useEffect(
    () => () => {
      CSS.highlights.delete(NAME);
    },
    [],
  );
}

function rangesOf(root: Element, text: string): readonly Range[] {
  const needle = text.toLowerCase();
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_RANGES; node = walker.nextNode()) {
    const content = (node.nodeValue ?? '').toLowerCase();
    for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + needle.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(at + needle.length, node.nodeValue?.length ?? 0));
      ranges.push(range);
    }
  }
  return ranges;
}
