import { Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { valueOf } from '../../data/async.ts';
import { labActions } from '../../stores/lab-store.ts';
import {
  savedSearchActions,
  useSavedSearchesStore,
  type SavedSearch,
} from '../../stores/saved-searches-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';

/** Searches that were given a name, to sweep over what they find; and a name for the search of now. */
export function SavedSearchesDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const searches = useSavedSearchesStore((state) => state.searches);
  const use = (search: SavedSearch): void => {
    labActions().sweepSaved(search);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved searches"
      description="A sweep is over every thread that the search finds at that time."
    >
      <div className="flex flex-col gap-3 px-4.5 pb-4">
        <NewSearch onSaved={use} />
        {searches.length === 0 ? (
          <p className="text-sm text-muted">None is saved yet.</p>
        ) : (
          <ul
            aria-label="Saved searches"
            className="max-h-72 overflow-y-auto rounded-card border border-line"
          >
            {searches.map((search) => (
              <li
                key={search.name}
                className="flex items-center gap-2.5 border-b border-line px-3 py-1.5 last:border-0"
              >
                <button
                  type="button"
                  className="flex min-w-0 flex-1 items-baseline gap-2.5 rounded-sm text-left hover:underline"
                  onClick={() => {
                    use(search);
                  }}
                >
                  <b className="shrink-0 font-semibold" dir="auto">
                    {search.name}
                  </b>
                  <span className="truncate text-sm text-muted" dir="auto">
                    {search.search}
                  </span>
                </button>
                <IconButton
                  label={`Delete the search ${search.name}`}
                  size="small"
                  icon={<Trash2 aria-hidden className="size-3.5" />}
                  onClick={() => {
                    savedSearchActions().remove(search.name);
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

const LONGEST_NAME = 40;

/** Begins with what the sidebar looks for. */
function NewSearch({ onSaved }: { readonly onSaved: (search: SavedSearch) => void }): ReactElement {
  const [search, setSearch] = useState(() => valueOf(useThreadStore.getState().listing)?.search ?? '');
  const [name, setName] = useState('');
  const wanted = search.trim();
  const named = name.trim() === '' ? Array.from(wanted).slice(0, LONGEST_NAME).join('') : name.trim();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === '') return;
        const saved = { name: named, search: wanted };
        savedSearchActions().save(saved);
        onSaved(saved);
      }}
    >
      <div className="flex min-w-40 flex-1 flex-col gap-1 text-sm text-muted">
        <span aria-hidden>Look for</span>
        <TextField
          label="Look for"
          placeholder="Words in titles and messages"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
        />
      </div>
      <div className="flex min-w-32 flex-1 flex-col gap-1 text-sm text-muted">
        <span aria-hidden>Name</span>
        <TextField
          label="Name of the search"
          placeholder={named === '' ? 'Name' : named}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
      </div>
      <Button variant="primary" type="submit" disabled={wanted === ''}>
        Save and use
      </Button>
    </form>
  );
}
