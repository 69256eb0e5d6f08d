import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import type { Result } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { grouped } from '../../components/format.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { useViewStore } from '../../stores/view-store.ts';

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
  isFound = false,
  children,
}: {
  readonly text: string;
  readonly cutFrom: number | null;
  readonly loadAll: (() => Promise<Result<string>>) | null;
  /** It is shown for a hit of the search: what is cut off is shown when the hit is in it. */
  readonly isFound?: boolean;
  readonly children: (text: string) => ReactNode;
}): ReactElement {
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const [whole, setWhole] = useState<string | null>(null);
  const needle = useViewStore((state) => (isFound ? state.findText.toLowerCase() : ''));
  const isLong = cutFrom !== null || text.length > FIRST_CHARACTERS * 1.2;
  const hidesHit = isLong && needle !== '' && !text.slice(0, FIRST_CHARACTERS).toLowerCase().includes(needle);
  const isOpen = isOpened ?? hidesHit;
  const needsWhole =
    isOpen &&
    whole === null &&
    cutFrom !== null &&
    (isOpened === true || !text.toLowerCase().includes(needle));

  useEffect(() => {
    if (!needsWhole || loadAll === null) return;
    let isCurrent = true;
    void loadAll().then((result) => {
      if (!isCurrent) return;
      if (result.ok) setWhole(result.value);
      else toastActions().complain(result.error.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [needsWhole, loadAll]);

  return (
    <>
      {children(isLong && !isOpen ? `${text.slice(0, FIRST_CHARACTERS)}…` : (whole ?? text))}
      {isLong ? (
        <Button
          variant="quiet"
          size="small"
          className="mt-1 -ml-2"
          onClick={() => {
            setIsOpened(!isOpen);
          }}
        >
          {isOpen ? 'Show less' : `Show all ${grouped(cutFrom ?? text.length)} characters`}
        </Button>
      ) : null}
    </>
  );
}
