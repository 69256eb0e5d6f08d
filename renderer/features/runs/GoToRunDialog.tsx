import { useState, type ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { grouped } from '../../components/format.ts';
import { TextField } from '../../components/TextField.tsx';
import { valueOf } from '../../data/async.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';

/** A run by its number. */
export function GoToRunDialog(): ReactElement {
  const open = useViewStore((state) => state.dialog === 'go-to-run');
  const runCount = useThreadStore((state) => valueOf(state.overview)?.runCount ?? 0);
  return (
    <Dialog open={open} onClose={viewActions().closeDialog} title="Go to run" className="w-90">
      <Field runCount={runCount} />
    </Dialog>
  );
}

function Field({ runCount }: { readonly runCount: number }): ReactElement {
  const [text, setText] = useState('');
  const run = /^\s*#?(\d+)\s*$/.exec(text)?.[1];
  const number = run === undefined ? null : Number(run);
  const isThere = number !== null && number >= 1 && number <= runCount;
  return (
    <form
      className="flex flex-col gap-2 px-4.5 pb-4.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isThere) return;
        viewActions().closeDialog();
        viewActions().moveToRun(number - 1);
      }}
    >
      <div className="flex gap-2">
        <TextField
          label="Run number"
          placeholder={`1 to ${grouped(runCount)}`}
          inputMode="numeric"
          className="flex-1"
          value={text}
          aria-invalid={text.trim() !== '' && !isThere}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <Button type="submit" variant="primary" disabled={!isThere}>
          Go
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {text.trim() !== '' && !isThere ? `This thread has runs 1 to ${grouped(runCount)}.` : ' '}
      </p>
    </form>
  );
}
