import { useMemo } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { DEFAULT_PRICES, findPrice, type ModelPrice, type PriceTable } from '../../../core/replay/index.ts';
import { valueOf } from '../../data/async.ts';
import { useLabStore } from '../../stores/lab-store.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';

export interface LabPricesInForce {
  readonly table: PriceTable;
  readonly agent: ModelPrice | null;
  readonly summarizer: ModelPrice | null;
  /** The thread's own model has no prices, so those of the configured one stand in. */
  readonly isAssumed: boolean;
}

export function usePriceTable(): PriceTable {
  return useLabStore((state) => valueOf(state.prices)?.table) ?? DEFAULT_PRICES;
}

/** Whose prices count for the open thread; the same rule as a sweep's. */
export function useLabPrices(overview: ThreadOverview): LabPricesInForce {
  const table = usePriceTable();
  const agentModel = useLabStore((state) => state.agentModel);
  const summarizerModel = useLabStore((state) => state.summarizerModel);
  const configured = useSettingsStore((state) => valueOf(state.settings)?.model.modelName ?? '');
  const { model } = overview;
  return useMemo(() => {
    const priceOf = (name: string | null): ModelPrice | null =>
      name === null || name === '' ? null : findPrice(table, name);
    const own = priceOf(agentModel ?? model);
    const agent = own ?? priceOf(configured);
    const summarizer = priceOf(summarizerModel ?? configured) ?? agent;
    return { table, agent, summarizer, isAssumed: own === null && agent !== null };
  }, [table, agentModel, summarizerModel, configured, model]);
}
