import type { ReactElement } from 'react';

export function Sidebar(): ReactElement {
  return <nav aria-label="Threads" className="h-full bg-surface" />;
}
