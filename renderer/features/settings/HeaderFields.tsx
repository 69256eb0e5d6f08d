import { Plus, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { SettingsView } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { change } from './SettingsDialog.tsx';
import { SettingsRow } from './SettingsRow.tsx';
import { SettledField } from './SettledField.tsx';

type Headers = SettingsView['model']['headers'];

const MOST_HEADERS = 20;

/** Extra request headers, for gateways that want some. A new one is kept once it has a name. */
export function HeaderFields({ headers }: { readonly headers: Headers }): ReactElement {
  const put = (next: Headers): void => {
    change({ model: { headers: next } });
  };
  return (
    <SettingsRow label="Headers" hint="Sent with every request">
      <div className="flex w-72 max-w-full flex-col gap-1.5">
        {headers.map((header, index) => (
          <div key={index} className="flex items-center gap-1">
            <SettledField
              label={`Name of header ${index + 1}`}
              value={header.name}
              maxLength={200}
              className="min-w-0 flex-1"
              onSettle={(name) => {
                put(headers.map((other, at) => (at === index ? { ...other, name } : other)));
              }}
            />
            <SettledField
              label={`Value of header ${index + 1}`}
              value={header.value}
              maxLength={4_000}
              className="min-w-0 flex-1"
              onSettle={(value) => {
                put(headers.map((other, at) => (at === index ? { ...other, value } : other)));
              }}
            />
            <IconButton
              label={`Remove header ${index + 1}`}
              size="small"
              icon={<X aria-hidden className="size-3.5" />}
              onClick={() => {
                put(headers.filter((_, at) => at !== index));
              }}
            />
          </div>
        ))}
        {headers.length < MOST_HEADERS ? (
          <Button
            size="small"
            variant="quiet"
            className="self-start"
            icon={<Plus aria-hidden className="size-3.5" />}
            onClick={() => {
              put([...headers, { name: `X-Header-${headers.length + 1}`, value: '' }]);
            }}
          >
            Add a header
          </Button>
        ) : null}
      </div>
    </SettingsRow>
  );
}
