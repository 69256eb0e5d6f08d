import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { grouped } from '../../components/format.ts';
import { toastActions } from '../../stores/toast-store.ts';
import type { Result } from '../../../core/contract.ts';

/** Shown at first: enough to read on, little enough that a run of sixty messages opens at once. */
const FIRST_CHARACTERS = 3_000;

/**
 * A text that may be very long: its beginning at first, all of it on request. `cutFrom` is the length of
 * the original when `text` is only its beginning; `loadAll` then fetches the whole.
 */
export function LongText({
  text,
  cutFrom,
  loadAll,
  children,
}: {
  readonly text: string;
  readonly cutFrom: number | null;
  readonly loadAll: (() => Promise<Result<string>>) | null;
  readonly children: (text: string) => ReactNode;
}): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [whole, setWhole] = useState<string | null>(null);
  const isLong = cutFrom !== null || text.length > FIRST_CHARACTERS * 1.2;
  const length = cutFrom ?? text.length;
  const shown = isOpen ? (whole ?? text) : isLong ? text.slice(0, FIRST_CHARACTERS) : text;
  const toggle = async (): Promise<void> => {
    if (!isOpen && cutFrom !== null && whole === null && loadAll !== null) {
      const result = await loadAll();
      if (!result.ok) {
        toastActions().complain(result.error.message);
        return;
      }
      setWhole(result.value);
    }
    setIsOpen(!isOpen);
  };
  return (
    <>
      {children(isLong && !isOpen ? `${shown}…` : shown)}
      {isLong ? (
        <Button variant="quiet" size="small" className="mt-1 -ml-2" onClick={() => void toggle()}>
          {isOpen ? 'Show less' : `Show all ${grouped(length)} characters`}
        </Button>
      ) : null}
    </>
  );
}
