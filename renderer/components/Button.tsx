import type { ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the one main action of a view. `quiet`: no frame until hovered. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

const VARIANTS = {
  primary:
    'border-transparent bg-accent text-on-accent shadow-card hover:brightness-110 active:brightness-95',
  plain:
    'border-line-strong bg-surface text-text shadow-card hover:bg-surface-hover active:bg-track aria-pressed:bg-accent-soft aria-pressed:text-accent-ink',
  quiet:
    'border-transparent bg-transparent text-muted hover:bg-surface-hover hover:text-text active:bg-track aria-pressed:bg-accent-soft aria-pressed:text-accent-ink',
  danger: 'border-dropped bg-surface text-dropped-ink hover:bg-dropped-soft',
} as const;

const SIZES = { small: 'min-h-6.5 px-2 text-sm', normal: 'min-h-7.5 px-3.5 text-base' } as const;

export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap transition-colors',
        'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
    >
      {icon}
      {children}
    </button>
  );
}
