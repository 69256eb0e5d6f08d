import { useEffect, useState } from 'react';
import type { FieldMapping, MappingSample } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';

export type SampleState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string }
  /** Null: the file holds no records. The last one stays while the one that was `asked` for is made. */
  | {
      readonly state: 'ready';
      readonly sample: MappingSample | null;
      readonly asked: FieldMapping | null;
    };

/** @param mapping Null: what seems right. */
export function useMappingSample(path: string, mapping: FieldMapping | null): SampleState {
  const [found, setFound] = useState<SampleState>({ state: 'loading' });
  useEffect(() => {
    let isWanted = true;
    void request('import:sample', { path, mapping }).then((result) => {
      if (!isWanted) return;
      setFound(
        result.ok
          ? { state: 'ready', sample: result.value, asked: mapping }
          : { state: 'failed', message: result.error.message },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [path, mapping]);
  return found;
}
