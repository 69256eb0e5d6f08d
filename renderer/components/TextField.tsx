import type { InputHTMLAttributes, ReactElement, Ref } from 'react';
import { classNames } from './class-names.ts';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'aria-label'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, className, ref, ...rest }: TextFieldProps): ReactElement {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      ref={ref}
      aria-label={label}
      className={classNames(
        'h-7.5 min-w-0 rounded-control border border-line-strong bg-surface-2 px-2.5 text-base text-text select-text placeholder:text-muted',
        'hover:border-faint aria-invalid:border-dropped disabled:opacity-50',
        className,
      )}
    />
  );
}
