import { RadioGroup } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly SegmentedOption<T>[];
  readonly onChange: (value: T) => void;
  readonly size?: 'small' | 'normal';
  readonly className?: string;
}

/** One of a few, all in sight. Arrow keys move. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  size = 'normal',
  className,
}: SegmentedProps<T>): ReactElement {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      orientation="horizontal"
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option !== undefined) onChange(option.value);
      }}
      className={classNames(
        'grid max-w-full auto-cols-fr grid-flow-col rounded-control border border-line-strong bg-surface-2 p-0.5',
        className,
      )}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={classNames(
            'truncate rounded-[5px] font-medium text-muted transition-colors hover:text-text',
            'data-[state=checked]:bg-surface data-[state=checked]:text-text data-[state=checked]:shadow-card dark:data-[state=checked]:bg-surface-hover',
            'disabled:opacity-50',
            size === 'small' ? 'min-h-5.5 px-2 text-sm' : 'min-h-7 px-3 text-base',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
