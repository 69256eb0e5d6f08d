import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** A node of a conversation's `mapping`. */
export interface MappingNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null for a node that only links others. */
  readonly message: RawRecord | null;
}

/** The nodes in the order of the file. One whose parent isn't named or isn't there may be named by its parent. */
export function mappingNodes(mapping: RawRecord): readonly MappingNode[] {
  const parentOf = new Map<string, string>();
  for (const [id, node] of Object.entries(mapping)) {
    const children = isRecord(node) ? node['children'] : null;
    if (!isList(children)) continue;
    for (const child of children)
      if (typeof child === 'string' && !parentOf.has(child)) parentOf.set(child, id);
  }
  return Object.entries(mapping).map(([id, node]) => {
    const named = isRecord(node) ? textOrNull(node['parent']) : null;
    const message = isRecord(node) ? node['message'] : null;
    return {
      id,
      parentId: named !== null && Object.hasOwn(mapping, named) ? named : (parentOf.get(id) ?? null),
      message: isRecord(message) ? message : null,
    };
  });
}

/** Whether a value looks like a `mapping`, as far as it has been read. */
export function isMapping(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const nodes = Object.values(value).slice(0, 5);
  return (
    nodes.length > 0 && nodes.every((node) => isRecord(node) && ('message' in node || 'children' in node))
  );
}
