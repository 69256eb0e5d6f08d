import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** What it does: its name for a screen reader, and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown in the tooltip beside the label. */
  readonly shortcut?: string;
  readonly size?: 'small' | 'normal';
}

export function IconButton({
  label,
  icon,
  shortcut,
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-surface-hover hover:text-text active:bg-track',
          'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink disabled:pointer-events-none disabled:opacity-40',
          size === 'small' ? 'size-6' : 'size-7',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
