import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { searchThreads } from '../../data/thread-loader.ts';

/** Long enough for a word being typed, short enough to feel immediate. */
const DEBOUNCE_MS = 160;
export const THREAD_SEARCH_ID = 'thread-search';

/** Searches titles and message text of the whole workspace. ↓ goes to the list, Escape clears. */
export function ThreadSearch(): ReactElement {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef('');

  useEffect(() => {
    const search = text.trim();
    if (search === asked.current) return;
    const timer = setTimeout(
      () => {
        asked.current = search;
        void searchThreads(search);
      },
      search === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [text]);

  const clear = (): void => {
    setText('');
    field.current?.focus();
  };
  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-3.5 text-muted" />
      <TextField
        ref={field}
        id={THREAD_SEARCH_ID}
        label="Search threads"
        placeholder="Search threads"
        className="w-full pr-8 pl-8"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            clear();
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-thread-list]')?.focus();
          }
        }}
      />
      {text === '' ? null : (
        <IconButton
          label="Clear the search"
          size="small"
          className="absolute top-0.75 right-1"
          icon={<X aria-hidden className="size-3.5" />}
          onClick={clear}
        />
      )}
    </div>
  );
}
