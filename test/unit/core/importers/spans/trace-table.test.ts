import { describe, expect, it } from 'vitest';
import { TraceTable } from '../../../../../core/importers/spans/trace-table.ts';

/** Traces with their conversations' names, in the order of the table. */
function inOrder(
  table: TraceTable,
  startsMs: Readonly<Record<string, number | null>>,
  orderOf?: (id: string) => string,
): readonly (readonly string[])[] {
  const order = table.inTimeOrder(
    (trace) => startsMs[table.idOf(trace)] ?? null,
    orderOf === undefined ? undefined : (trace) => orderOf(table.idOf(trace)),
  );
  return [...order].map(({ names }) => names);
}

describe('TraceTable', () => {
  it('gives a trace’s records in their order, wherever they stand', () => {
    const table = new TraceTable();
    expect(['a', 'b', 'a', 'c', 'b', 'a'].map((id) => table.add(id, null))).toEqual([0, 1, 0, 2, 1, 0]);
    expect([0, 1, 2].map((trace) => table.recordsOf(trace))).toEqual([[0, 2, 5], [1, 4], [3]]);
    expect([0, 1, 2].map((trace) => table.idOf(trace))).toEqual(['a', 'b', 'c']);
  });

  it('sorts traces by their beginning, and leaves one without a time behind the one before it', () => {
    const table = new TraceTable();
    for (const id of ['late', 'untimed', 'early', 'beside']) table.add(id, null);
    expect(inOrder(table, { late: 20, untimed: null, early: 10, beside: 10 })).toEqual([
      ['early'],
      ['beside'],
      ['late'],
      ['untimed'],
    ]);
  });

  it('sorts traces that begin together as it is told', () => {
    const table = new TraceTable();
    for (const id of ['b', 'c', 'a']) table.add(id, null);
    expect(inOrder(table, { a: 5, b: 5, c: 1 }, (id) => id)).toEqual([['c'], ['a'], ['b']]);
  });

  it('knows the last trace that a conversation may have, its own id included', () => {
    const table = new TraceTable();
    table.add('t-1', 'talk');
    table.add('t-2', null);
    table.add('t-3', 'talk');
    // Another trace is called as the conversation of the fourth is.
    table.add('t-4', 't-2');
    table.add('t-1', 'other');
    // In the order of time: t-3, t-1, t-4, t-2.
    expect(inOrder(table, { 't-3': 1, 't-1': 2, 't-4': 3, 't-2': 4 })).toEqual([
      ['t-3', 'talk'],
      ['t-1', 'talk', 'other'],
      ['t-4', 't-2'],
      ['t-2'],
    ]);
    expect(['talk', 'other', 't-2', 't-4', 'nobody'].map((name) => table.lastPlaceOf(name))).toEqual([
      1, 1, 3, 2, -1,
    ]);
  });
});
