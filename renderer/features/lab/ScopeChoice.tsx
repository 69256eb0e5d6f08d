import { useState, type ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { grouped } from '../../components/format.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { valueOf } from '../../data/async.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { PickThreadsDialog } from './PickThreadsDialog.tsx';
import { SavedSearchesDialog } from './SavedSearchesDialog.tsx';

/** Which threads a sweep is over. */
export function ScopeChoice(): ReactElement {
  const scope = useLabStore((state) => state.scope);
  const picked = useLabStore((state) => state.picked);
  const saved = useLabStore((state) => state.savedSearch);
  const listing = valueOf(useThreadStore((state) => state.listing));
  const [opened, setOpened] = useState<'picked' | 'saved' | null>(null);
  const found = listing?.totalThreads ?? 0;
  const close = (): void => {
    setOpened(null);
  };
  return (
    <>
      <Segmented
        label="Threads to sweep over"
        size="small"
        value={scope}
        options={[
          { value: 'thread', label: 'This thread' },
          {
            value: 'found',
            label:
              listing === null || listing.search === '' ? `All ${grouped(found)}` : `Found ${grouped(found)}`,
            disabled: found === 0,
          },
          { value: 'saved', label: saved === null ? 'Saved…' : saved.name },
          { value: 'picked', label: picked.size === 0 ? 'Pick…' : `Picked ${grouped(picked.size)}` },
        ]}
        onChange={(next) => {
          if (next === 'picked' && picked.size === 0) setOpened('picked');
          else if (next === 'saved' && saved === null) setOpened('saved');
          else labActions().chooseScope(next);
        }}
      />
      {scope === 'picked' || scope === 'saved' ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            setOpened(scope);
          }}
        >
          Change…
        </Button>
      ) : null}
      {opened === 'picked' ? <PickThreadsDialog onClose={close} /> : null}
      {opened === 'saved' ? <SavedSearchesDialog onClose={close} /> : null}
    </>
  );
}
