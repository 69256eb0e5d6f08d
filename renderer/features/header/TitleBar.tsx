import type { ReactElement } from 'react';

export function TitleBar(): ReactElement {
  return <header className="h-10 border-b border-line bg-surface" />;
}
