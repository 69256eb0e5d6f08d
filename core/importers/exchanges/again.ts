/** A record as it stands in its source, with a way to read it again: a log keeps the way and not the record. */
export interface Found<Entry> {
  readonly entry: Entry;
  readonly again: Again<Entry>;
}

export interface Again<Entry> {
  read(): Entry;
}

/** A record that is in memory anyway. */
export function inMemory<Entry>(entry: Entry): Found<Entry> {
  return { entry, again: { read: () => entry } };
}

/** Records of a value that reads itself again when it is looked at. */
export function foundIn<Entry>(entriesOf: () => readonly Entry[]): readonly Found<Entry>[] {
  return entriesOf().map((entry, place) => ({ entry, again: { read: () => entriesOf()[place] ?? entry } }));
}
