import { useEffect, useState, type ReactElement } from 'react';
import type { ImportFileReport, ImportFormat } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Select } from '../../components/Select.tsx';
import { baseName } from './path-words.ts';

const NONE = '';
/** No format is called so. */
const BY_HAND = '?';

/** For a file whose format was not told, or told wrong: every format there is. */
export function ReadAs({
  file,
  onChoose,
  onMap,
}: {
  readonly file: ImportFileReport;
  readonly onChoose: (format: string) => void;
  /** None of them: which fields are a message's is said by hand. */
  readonly onMap: () => void;
}): ReactElement | null {
  const formats = useFormats();
  if (formats.length === 0) return null;
  return (
    <Select
      label={`Read ${baseName(file.path)} as`}
      className="ml-auto max-w-55 [&>select]:h-6.5 [&>select]:text-sm"
      value={NONE}
      options={[
        { value: NONE, label: 'Read as…' },
        { value: BY_HAND, label: 'Map the fields by hand…' },
        ...formats.map(({ format, label }) => ({ value: format, label, disabled: format === file.format })),
      ]}
      onChange={(format) => {
        if (format === BY_HAND) onMap();
        else if (format !== NONE) onChoose(format);
      }}
    />
  );
}

/** They don't change while the program runs. */
let known: Promise<readonly ImportFormat[]> | null = null;

function useFormats(): readonly ImportFormat[] {
  const [formats, setFormats] = useState<readonly ImportFormat[]>([]);
  useEffect(() => {
    let isShown = true;
    known ??= request('import:formats', {}).then((result) => (result.ok ? result.value : []));
    void known.then((found) => {
      if (isShown) setFormats(found);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return formats;
}
