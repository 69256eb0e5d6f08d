import { useState, type ReactElement } from 'react';
import { TextField } from '../../components/TextField.tsx';

/** A text that is taken over on Enter and on leaving; Escape brings back the old one. */
export function SettledField({
  label,
  value,
  type = 'text',
  placeholder,
  maxLength,
  className = 'w-72 max-w-full',
  onSettle,
}: {
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'url';
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly className?: string;
  readonly onSettle: (value: string) => void;
}): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const settle = (): void => {
    if (draft !== null && draft.trim() !== value) onSettle(draft.trim());
    setDraft(null);
  };
  return (
    <TextField
      label={label}
      type={type}
      value={draft ?? value}
      placeholder={placeholder}
      maxLength={maxLength}
      className={className}
      onChange={(event) => {
        setDraft(event.target.value);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
        if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation();
          event.preventDefault();
          setDraft(null);
        }
      }}
    />
  );
}
