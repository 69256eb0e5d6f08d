import type Database from 'better-sqlite3';
import type { SummaryMaker, ThreadOverview } from '../../core/contract.ts';
import { NATIVE_FORMAT } from '../../core/adapters/sqlite/native-format.ts';
import type { ExperimentRecord } from './experiment-rows.ts';
import { parseStoredUsage } from './stored-json.ts';

type MakerRecord = Pick<ExperimentRecord, 'experiment_id' | 'model_name' | 'usage' | 'cost'>;

/** Tells of each summary that an experiment wrote which one that was; only threads made here carry such. */
export function withMakers(db: Database.Database, overview: ThreadOverview): ThreadOverview {
  if (overview.format !== NATIVE_FORMAT || overview.boundaries.length === 0) return overview;
  const find = db.prepare<[string], MakerRecord>(
    'SELECT experiment_id, model_name, usage, cost FROM experiments WHERE summary_id = ?',
  );
  const boundaries = overview.boundaries.map((boundary) => {
    const record = find.get(boundary.summaryId);
    return record === undefined ? boundary : { ...boundary, maker: makerOf(record) };
  });
  return { ...overview, boundaries };
}

function makerOf(record: MakerRecord): SummaryMaker {
  return {
    experiment: record.experiment_id,
    modelName: record.model_name,
    usage: record.usage === null ? null : parseStoredUsage(record.usage),
    cost: record.cost,
  };
}
