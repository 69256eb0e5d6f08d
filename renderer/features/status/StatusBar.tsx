import type { ReactElement } from 'react';

export function StatusBar(): ReactElement {
  return <footer className="h-6.5 border-t border-line bg-surface" />;
}
