import { RotateCcw } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ModelPrice, TokenPrices } from '../../../core/replay/index.ts';
import { NO_CACHE } from '../../../core/replay/index.ts';
import { request } from '../../app/inspector-api.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { valueOf } from '../../data/async.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { usePriceTable } from './use-lab-prices.ts';

const FIELDS: readonly { readonly id: keyof TokenPrices; readonly label: string }[] = [
  { id: 'input', label: 'Input' },
  { id: 'cachedInput', label: 'Cached input' },
  { id: 'cacheWrite', label: 'Cache write' },
  { id: 'output', label: 'Output' },
];

/** The prices that figures in money rest on, each with the day and the page it was read on. */
export function PricesDialog(): ReactElement | null {
  const isOpen = useViewStore((state) => state.dialog === 'prices');
  const [search, setSearch] = useState('');
  const table = usePriceTable();
  const edited = useLabStore((state) => valueOf(state.prices)?.edited);
  const shown = table.filter(({ model }) => model.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Dialog
      open={isOpen}
      onClose={() => {
        viewActions().closeDialog();
      }}
      title="Prices"
      description="US dollars per million tokens. What you change counts from now on, in the lab and for new experiments; the default can be brought back."
      className="w-[min(860px,94vw)]"
    >
      <div className="flex flex-col gap-3 px-4.5 pb-4.5">
        <div className="flex gap-2">
          <TextField
            label="Search models, or name a new one"
            placeholder="Search models, or name a new one"
            className="flex-1"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
            }}
          />
          <Button
            disabled={search.trim() === '' || table.some(({ model }) => model === search.trim())}
            onClick={() => {
              put(newPrice(search.trim()));
            }}
          >
            Add model
          </Button>
        </div>
        <div className="max-h-[56vh] overflow-auto">
          <table className="w-full border-separate border-spacing-0">
            <thead className="sticky top-0 bg-surface text-left text-sm text-muted">
              <tr>
                <th scope="col" className="border-b border-line py-1.5 font-medium">
                  Model
                </th>
                {FIELDS.map(({ id, label }) => (
                  <th
                    key={id}
                    scope="col"
                    className="border-b border-line py-1.5 pr-2 text-right font-medium"
                  >
                    {label}
                  </th>
                ))}
                <th scope="col" className="border-b border-line py-1.5 font-medium">
                  Read on
                </th>
                <th scope="col" className="border-b border-line">
                  <span className="sr-only">Reset</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((price) => (
                <PriceRow key={price.model} price={price} isEdited={edited?.includes(price.model) === true} />
              ))}
            </tbody>
          </table>
          {shown.length === 0 ? <p className="p-4 text-center text-muted">No model of that name.</p> : null}
        </div>
      </div>
    </Dialog>
  );
}

function PriceRow({
  price,
  isEdited,
}: {
  readonly price: ModelPrice;
  readonly isEdited: boolean;
}): ReactElement {
  return (
    <tr>
      <th scope="row" className="border-b border-line py-1 pr-2 text-left font-medium">
        {price.model}
        {isEdited ? <Badge className="ml-1.5">yours</Badge> : null}
        <span className="block text-xs font-normal text-muted">
          {price.family.caches ? `cache: ${price.family.name}` : 'no cache'}
        </span>
      </th>
      {FIELDS.map(({ id, label }) => (
        <td key={id} className="border-b border-line py-1 pr-2 text-right">
          <NumberField
            label={`${label} of ${price.model}, dollars per million tokens`}
            value={price[id]}
            min={0}
            max={1_000_000}
            step={0.1}
            className="w-22"
            onChange={(value) => {
              put({ ...price, [id]: value, readOn: today(), source: '' });
            }}
          />
        </td>
      ))}
      <td
        data-selectable
        className="max-w-40 truncate border-b border-line py-1 text-sm text-muted"
        title={price.source === '' ? 'entered by hand' : price.source}
      >
        {price.readOn}
        <span className="block truncate text-xs">
          {price.source === '' ? 'entered by hand' : price.source.replace(/^https?:\/\//, '')}
        </span>
      </td>
      <td className="border-b border-line text-right">
        {isEdited ? (
          <IconButton
            label={`Default prices of ${price.model}`}
            size="small"
            icon={<RotateCcw aria-hidden className="size-3.5" />}
            onClick={() => {
              reset(price.model);
            }}
          />
        ) : null}
      </td>
    </tr>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function newPrice(model: string): ModelPrice {
  return {
    model,
    input: 0,
    cachedInput: 0,
    cacheWrite: 0,
    output: 0,
    family: { ...NO_CACHE, name: 'custom', readOn: today() },
    readOn: today(),
    source: '',
  };
}

function put(price: ModelPrice): void {
  void request('prices:put', { price }).then((result) => {
    if (result.ok) labActions().putPrices({ state: 'ready', value: result.value });
    else toastActions().complain(result.error.message);
  });
}

function reset(model: string): void {
  void request('prices:reset', { model }).then((result) => {
    if (result.ok) labActions().putPrices({ state: 'ready', value: result.value });
    else toastActions().complain(result.error.message);
  });
}
