import { useState, type ReactElement } from 'react';
import { classNames } from './class-names.ts';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  /** What ↑ and ↓ add; ten times it with Shift. */
  readonly step?: number;
  readonly onChange: (value: number) => void;
  /** Given: the field may be left empty, which is null. */
  readonly onClear?: () => void;
  readonly format?: (value: number) => string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly className?: string;
}

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** Reads `80,000`, `80 000`, `80k` and `1.5M`; null for anything else. */
export function parseNumber(text: string): number | null {
  const match = /^([+-]?\d*\.?\d+)\s*([km])?$/i.exec(text.trim().replace(/[,_\s\u00A0\u202F]/g, ''));
  if (match === null) return null;
  const factor = { k: 1_000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1;
  return Math.round(Number(match[1]) * factor * 1e6) / 1e6;
}

/** A number that is typed or stepped. It is taken over on Enter and on leaving; Escape brings back the old one. */
export function NumberField({
  label,
  value,
  min,
  max,
  step = 1,
  onChange,
  onClear,
  format = (shown) => GROUPED.format(shown),
  placeholder,
  disabled = false,
  id,
  className,
}: NumberFieldProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null);
  const clamp = (next: number): number => Math.min(max, Math.max(min, next));
  const parsed = draft === null ? value : parseNumber(draft);
  const invalid = draft !== null && draft.trim() !== '' && (parsed === null || clamp(parsed) !== parsed);

  const commit = (): void => {
    if (draft === null) return;
    setDraft(null);
    if (draft.trim() === '') onClear?.();
    else if (parsed !== null) onChange(clamp(parsed));
  };

  return (
    <input
      id={id}
      type="text"
      inputMode="decimal"
      role="spinbutton"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={parsed ?? undefined}
      aria-invalid={invalid}
      disabled={disabled}
      placeholder={placeholder}
      value={draft ?? (value === null ? '' : format(value))}
      onChange={(event) => {
        setDraft(event.target.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation();
          setDraft(null);
        } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
          event.preventDefault();
          const amount = step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1);
          setDraft(null);
          onChange(clamp((parsed ?? min) + amount));
        }
      }}
      className={classNames(
        'numeric h-7 rounded-control border border-line-strong bg-surface-2 px-2 text-right text-text select-text placeholder:text-faint',
        'hover:border-faint aria-invalid:border-dropped aria-invalid:text-dropped-ink disabled:opacity-50',
        className,
      )}
    />
  );
}
