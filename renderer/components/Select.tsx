import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly className?: string;
}

/** The system's own list: it works in a modal dialog, with a keyboard and with a screen reader, as it is. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  id,
  className,
}: SelectProps<T>): ReactElement {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        id={id}
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const option = options.find((candidate) => candidate.value === event.target.value);
          if (option !== undefined) onChange(option.value);
        }}
        className="h-7.5 w-full appearance-none truncate rounded-control border border-line-strong bg-surface pr-7 pl-2.5 text-base text-text hover:bg-surface-hover disabled:opacity-50"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
