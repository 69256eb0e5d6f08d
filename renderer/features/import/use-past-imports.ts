import { useEffect, useState } from 'react';
import type { PastImportPage } from '../../../core/contract.ts';
import { onEvent, request } from '../../app/inspector-api.ts';
import { IDLE, loading, settled, type Async } from '../../data/async.ts';

const PAGE = 50;
/** The most that is asked for at once. */
const LARGEST_PAGE = 200;

/** The history as it is, read again whenever the workspace changes. */
export function usePastImports(): {
  readonly imports: Async<PastImportPage>;
  readonly showMore: () => void;
} {
  const [limit, setLimit] = useState(PAGE);
  const [imports, setImports] = useState<Async<PastImportPage>>(IDLE);
  useEffect(() => {
    let asked = 0;
    const read = async (): Promise<void> => {
      asked += 1;
      const mine = asked;
      setImports((before) => loading(before));
      const pages: PastImportPage[] = [];
      for (let offset = 0; offset < limit; offset += LARGEST_PAGE) {
        const count = Math.min(LARGEST_PAGE, limit - offset);
        const result = await request('imports:list', { offset, limit: count });
        if (mine !== asked) return;
        if (!result.ok) {
          setImports(settled(result));
          return;
        }
        pages.push(result.value);
      }
      const total = pages.at(-1)?.total ?? 0;
      setImports({ state: 'ready', value: { total, imports: pages.flatMap((page) => page.imports) } });
    };
    void read();
    const stop = onEvent('workspace:changed', () => void read());
    return () => {
      asked += 1;
      stop();
    };
  }, [limit]);
  return {
    imports,
    showMore: () => {
      setLimit(limit + PAGE);
    },
  };
}
