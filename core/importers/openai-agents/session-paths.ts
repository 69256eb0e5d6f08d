import type { ItemGroup, SessionItem } from './item-groups.ts';
import type { SessionItems } from './session-rows.ts';
import { MAIN_BRANCH, type SessionStructure } from './session-structure.ts';

/** An item with its place in the session. */
export interface PlacedItem extends SessionItem {
  readonly place: number;
}

/** A branch of a session, or all of a session that keeps none. */
export interface SessionPath {
  readonly branch: string;
  items(): Iterable<PlacedItem>;
  /** The report of the turn that an item belongs to; -1 for none. */
  reportOf(item: PlacedItem | undefined): number;
}

/** The branches of a session, the main one first. */
export function pathsOf(
  { id, items }: { readonly id: string; readonly items: SessionItems },
  structure: SessionStructure,
): readonly SessionPath[] {
  const reports = structure.reportsOf(id);
  const branches = structure.branchesOf(id);
  if (branches === null) {
    const report = reports.get(MAIN_BRANCH, null);
    return [{ branch: MAIN_BRANCH, items: () => allOf(items), reportOf: () => report }];
  }
  structure.placeMessages(items);
  return [...branches].map(([branch, rows]) => ({
    branch,
    items: () => itemsOf(items, rows, structure),
    reportOf: (item) => reports.get(branch, structure.turnOf(item?.id ?? null)),
  }));
}

export interface GroupWithReport {
  readonly group: ItemGroup<PlacedItem>;
  /** Of the turn that ends with the group; -1 for none. */
  readonly report: number;
}

/** A report stands behind the last group of its turn. */
export function* withReports(
  groups: Iterable<ItemGroup<PlacedItem>>,
  path: SessionPath,
): Generator<GroupWithReport, void, undefined> {
  let held: GroupWithReport | null = null;
  for (const group of groups) {
    const report = path.reportOf(group.items.at(-1));
    if (held !== null) yield report === held.report ? { group: held.group, report: -1 } : held;
    held = { group, report };
  }
  if (held !== null) yield held;
}

function* allOf(items: SessionItems): Generator<PlacedItem, void, undefined> {
  let place = 0;
  for (const item of items) {
    yield placed(item, place);
    place += 1;
  }
}

/** Turns are those of the branch that was begun last: branches are gone through one after the other. */
function* itemsOf(
  items: SessionItems,
  rows: readonly number[],
  structure: SessionStructure,
): Generator<PlacedItem, void, undefined> {
  structure.placeRows(rows);
  for (const row of rows) {
    const place = structure.placeOf(row);
    const item = place < 0 ? undefined : items.at(place);
    if (item !== undefined) yield placed(item, place);
  }
}

function placed({ id, value, atMs }: SessionItem, place: number): PlacedItem {
  return { id, value, atMs, place };
}
