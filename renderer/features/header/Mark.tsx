import type { ReactElement } from 'react';

/** The program's mark: water, and the line it reached. */
export function Mark({ className }: { readonly className?: string }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 18 18" className={className}>
      <clipPath id="mark-shape">
        <rect width="18" height="18" rx="5" />
      </clipPath>
      <g clipPath="url(#mark-shape)">
        <rect width="18" height="18" fill="#163a6b" />
        <rect width="18" height="9" fill="#6fb0f5" />
        <rect y="8" width="18" height="2.4" fill="#e0a84a" />
      </g>
    </svg>
  );
}
