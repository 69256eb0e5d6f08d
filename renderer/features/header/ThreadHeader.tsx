import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';

export function ThreadHeader({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  return <h1 className="text-xl font-semibold">{overview.title}</h1>;
}
