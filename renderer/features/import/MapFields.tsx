import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import type { FieldMapping, MappedRole, MappingSample, SampledField } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Select, type SelectOption } from '../../components/Select.tsx';
import { SampledMessages } from './SampledMessages.tsx';
import { useMappingSample } from './use-mapping-sample.ts';

const NONE = '';

const ROLES: readonly SelectOption<MappedRole>[] = [
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'system', label: 'System' },
  { value: 'tool', label: 'Tool' },
];

/** Says which fields of a file that nobody knows are a message's, and shows what that makes of its beginning. */
export function MapFields({
  path,
  onImport,
  onCancel,
}: {
  readonly path: string;
  readonly onImport: (mapping: FieldMapping) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const [chosen, setChosen] = useState<FieldMapping | null>(null);
  const found = useMappingSample(path, chosen);
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  // Whoever asked for it by the keyboard goes on from here.
  useEffect(() => {
    section.current?.focus();
  }, []);
  const sample = found.state === 'ready' ? found.sample : null;
  // What was chosen and not answered yet is shown already; the answer may put fields in place that are there.
  const isAnswered = found.state === 'ready' && found.asked === chosen;
  const mapping = isAnswered || chosen === null ? (sample?.mapping ?? null) : chosen;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="outline-none mt-3 flex flex-col gap-3 border-t border-line pt-3"
    >
      <h3 id={titleId} className="section-label">
        Map the fields by hand
      </h3>
      {found.state === 'failed' ? (
        <ErrorState title="The file can’t be looked into" message={found.message} />
      ) : null}
      {found.state === 'ready' && sample === null ? (
        <p className="text-sm text-muted">
          There are no records in the file: no list of objects, no lines of JSON and no table.
        </p>
      ) : null}
      {sample === null || mapping === null ? null : (
        <>
          <Fields sample={sample} mapping={mapping} onChange={setChosen} />
          <Speakers sample={sample} mapping={mapping} onChange={setChosen} />
          <SampledMessages messages={sample.messages} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={sample === null || sample.messages.length === 0}
          onClick={() => {
            if (mapping !== null) onImport(mapping);
          }}
        >
          Import with these fields
        </Button>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly sample: MappingSample;
  readonly mapping: FieldMapping;
  readonly onChange: (mapping: FieldMapping) => void;
}

function Fields({ sample, mapping, onChange }: ChoiceProps): ReactElement {
  const { lists, fields, recordFields } = sample;
  const each = mapping.list === null ? 'All are one thread' : 'Each record is a thread';
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2.5">
      {lists.length === 0 ? null : (
        <Choice
          label="Messages"
          value={mapping.list}
          none="Each record is a message"
          fields={lists}
          // What was chosen of a record says nothing of what is in its list.
          onChange={(list) => {
            onChange({ ...mapping, list, ...(list === null ? {} : { thread: null }) });
          }}
        />
      )}
      <Choice
        label="Role"
        value={mapping.role}
        fields={fields}
        onChange={(role) => {
          if (role !== null) onChange({ ...mapping, role, roles: {} });
        }}
      />
      <Choice
        label="Text"
        value={mapping.text}
        fields={fields}
        onChange={(text) => {
          if (text !== null) onChange({ ...mapping, text });
        }}
      />
      <Choice
        label="Time"
        value={mapping.time}
        none="None"
        fields={fields}
        onChange={(time) => {
          onChange({ ...mapping, time });
        }}
      />
      <Choice
        label="Thread"
        value={mapping.thread}
        none={each}
        fields={recordFields}
        onChange={(thread) => {
          onChange({ ...mapping, thread });
        }}
      />
    </div>
  );
}

function Choice({
  label,
  value,
  none,
  fields,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  /** What it means that none is chosen; left out: one has to be. */
  readonly none?: string;
  readonly fields: readonly SampledField[];
  readonly onChange: (path: string | null) => void;
}): ReactElement {
  const id = useId();
  const isKnown = value === null || fields.some(({ path }) => path === value);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <Select
        id={id}
        label={label}
        value={value ?? NONE}
        options={[
          ...(none === undefined ? [] : [{ value: NONE, label: none }]),
          ...(isKnown ? [] : [{ value, label: `${value} (not there)` }]),
          ...fields.map(({ path, example }) => ({
            value: path,
            label: example === '' ? path : `${path} · ${example}`,
          })),
        ]}
        onChange={(path) => {
          onChange(path === NONE ? null : path);
        }}
      />
    </div>
  );
}

/** What each word for a speaker means. */
function Speakers({ sample, mapping, onChange }: ChoiceProps): ReactElement | null {
  const id = useId();
  const words = sample.words.filter(({ word }) => word !== '');
  if (words.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
      <p id={id} className="text-sm text-muted">
        Speakers
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {words.map(({ word, role }) => (
          <li key={word} className="flex max-w-full items-center gap-2">
            <span className="max-w-40 truncate" title={word}>
              {word}
            </span>
            <Select<MappedRole>
              label={`Role of ${word}`}
              className="[&>select]:h-6.5 [&>select]:text-sm"
              value={mapping.roles[word] ?? role ?? 'user'}
              options={ROLES}
              onChange={(next) => {
                onChange({ ...mapping, roles: { ...mapping.roles, [word]: next } });
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
