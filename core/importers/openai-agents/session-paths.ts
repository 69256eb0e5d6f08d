import type { ItemGroup, SessionItem } from './item-groups.ts';
import type { SessionItems } from './session-rows.ts';
import { MAIN_BRANCH, turnKey, type SessionStructure } from './session-structure.ts';

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
    const report = reports.get(turnKey(MAIN_BRANCH, null)) ?? -1;
    return [{ branch: MAIN_BRANCH, items: () => allOf(items), reportOf: () => report }];
  }
  const placeOf = placesOf(items, structure);
  return [...branches].map(([branch, rows]) => {
    const turnOf = reports.size === 0 ? null : turnsOf(rows, structure);
    return {
      branch,
      items: () => itemsOf(items, rows, structure, placeOf),
      reportOf: (item) => {
        if (turnOf === null) return -1;
        const turn = turnOf.get(structure.numberOf(item?.id ?? null)) ?? null;
        return reports.get(turnKey(branch, turn)) ?? -1;
      },
    };
  });
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

function* itemsOf(
  items: SessionItems,
  rows: readonly number[],
  structure: SessionStructure,
  placeOf: ReadonlyMap<number, number>,
): Generator<PlacedItem, void, undefined> {
  for (const row of rows) {
    const place = placeOf.get(structure.messageOf(row));
    const item = place === undefined ? undefined : items.at(place);
    if (place !== undefined && item !== undefined) yield placed(item, place);
  }
}

function placed({ id, value, atMs }: SessionItem, place: number): PlacedItem {
  return { id, value, atMs, place };
}

/** Where each message that stands in a branch has its item. */
function placesOf(items: SessionItems, structure: SessionStructure): ReadonlyMap<number, number> {
  const placeOf = new Map<number, number>();
  for (let place = 0; place < items.length; place += 1) {
    const number = structure.numberOf(items.idAt(place));
    if (number >= 0) placeOf.set(number, place);
  }
  return placeOf;
}

function turnsOf(rows: readonly number[], structure: SessionStructure): ReadonlyMap<number, number | null> {
  return new Map(rows.map((row) => [structure.messageOf(row), structure.turnOf(row)]));
}
