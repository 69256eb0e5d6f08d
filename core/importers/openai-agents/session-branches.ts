import { threadId } from '../../domain/ids.ts';
import type { RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { tokenCount } from '../readers/usage.ts';
import { stepCall } from '../steps/make-step.ts';
import type { CallStep, InputStep, Step } from '../steps/step.ts';
import type { NamedThread } from '../tree/plan-threads.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { agentUsage, requestsOf } from './agent-usage.ts';
import { eachItemGroup, groupItems, type ItemGroup, type SessionItem } from './item-groups.ts';
import { rowId, type Session, type SessionTables } from './session-tables.ts';

const MAIN = 'main';

/** A session as a tree of its messages. */
export interface SessionTree {
  readonly nodes: readonly TreeNode[];
  /** What a node becomes, read when it is asked for. */
  readonly stepsOf: (node: number) => readonly Step[];
  readonly instructions: readonly InputStep[];
  readonly threads: readonly NamedThread[];
}

/**
 * A session that keeps branches: each lists its messages, those that it shares with the one it left
 * included, by the id of their row. Usage is kept for each turn of a branch.
 */
export function sessionTree(session: Session, tables: SessionTables): SessionTree {
  const rows = tables.structure.filter((row) => row['session_id'] === session.id);
  const usage = new Map(
    tables.usage
      .filter((row) => row['session_id'] === session.id)
      .map((row) => [turnKey(branchOf(row), tokenCount(row['user_turn_number'])), row]),
  );
  const byId = new Map(rows.length === 0 ? [] : session.items.map((item) => [item.id, item]));
  const branches =
    rows.length === 0 ? new Map<string, readonly RawRecord[]>([[MAIN, []]]) : rowsByBranch(rows);
  const builder = new TreeBuilder(branches.size > 1);
  const threads: NamedThread[] = [];
  for (const [branch, own] of branches) {
    const turnOf = new Map(own.map((row) => [rowId(row['message_id']), tokenCount(row['user_turn_number'])]));
    const items =
      rows.length === 0
        ? session.items
        : own
            .map((row) => byId.get(rowId(row['message_id'])))
            .filter((item): item is SessionItem => item !== undefined);
    const leaf = builder.addPath(bareGroups(items), (group) => {
      const turn = turnOf.get(group.items.at(-1)?.id ?? null) ?? null;
      return usage.get(turnKey(branch, turn)) ?? null;
    });
    const id = branch === MAIN ? session.id : `${session.id}/${branch}`;
    if (leaf >= 0) threads.push({ threadId: threadId(id), leaf, branchEnds: [] });
  }
  return { ...builder.built(), threads };
}

function turnKey(branch: string, turn: number | null): string {
  return `${turn ?? ''} ${branch}`;
}

function rowsByBranch(rows: readonly RawRecord[]): ReadonlyMap<string, readonly RawRecord[]> {
  const branches = new Map<string, RawRecord[]>([[MAIN, []]]);
  for (const row of rows) {
    const known = branches.get(branchOf(row));
    if (known === undefined) branches.set(branchOf(row), [row]);
    else known.push(row);
  }
  for (const own of branches.values()) {
    own.sort(
      (left, right) =>
        (tokenCount(left['sequence_number']) ?? 0) - (tokenCount(right['sequence_number']) ?? 0),
    );
  }
  return branches;
}

function branchOf(row: RawRecord): string {
  return textOrNull(row['branch_id']) ?? MAIN;
}

/** A group without what it becomes, which is made again when its turn has come: a session may be large. */
interface BareGroup extends Pick<ItemGroup, 'items' | 'kind'> {
  /** Only instructions are kept. */
  readonly instructions: InputStep | null;
}

function bareGroups(items: readonly SessionItem[]): readonly BareGroup[] {
  const groups: BareGroup[] = [];
  for (const { items: own, kind, steps } of eachItemGroup(items)) {
    const [step] = steps;
    const isInstructions = step?.kind === 'input' && step.role === 'instructions';
    groups.push({ items: own, kind, instructions: isInstructions ? step : null });
  }
  return groups;
}

class TreeBuilder {
  readonly #nodes: TreeNode[] = [];
  /** By node; a list only where there are several. */
  readonly #items: (SessionItem | readonly SessionItem[])[] = [];
  /** Behind a node. */
  readonly #reports = new Map<number, readonly CallStep[]>();
  readonly #instructions: InputStep[] = [];
  readonly #childOf = new Map<string, number>();
  readonly #hasBranches: boolean;

  constructor(hasBranches: boolean) {
    this.#hasBranches = hasBranches;
  }

  built(): Pick<SessionTree, 'nodes' | 'stepsOf' | 'instructions'> {
    const stepsOf = (node: number): readonly Step[] => {
      const items = this.#items[node] ?? [];
      const groups = groupItems('value' in items ? [items] : items, 'later');
      return [...groups.flatMap(({ steps }) => steps), ...(this.#reports.get(node) ?? [])];
    };
    return { nodes: this.#nodes, stepsOf, instructions: this.#instructions };
  }

  /** @param usageOf The report of the turn that a group belongs to; it is put behind the turn's last group. */
  addPath(groups: readonly BareGroup[], usageOf: (group: BareGroup) => RawRecord | null): number {
    let node = -1;
    groups.forEach((group, index) => {
      const report = usageOf(group);
      const next = groups[index + 1];
      const isLast = next === undefined || usageOf(next) !== report;
      if (node < 0 && group.instructions !== null) {
        if (this.#nodes.length === 0) this.#instructions.push(group.instructions);
        return;
      }
      const key = this.#hasBranches ? `${node} ${group.items.map(({ id }) => id).join(' ')}` : null;
      const known = key === null ? undefined : this.#childOf.get(key);
      if (known !== undefined) {
        node = known;
        return;
      }
      const [only] = group.items;
      this.#items.push(only !== undefined && group.items.length === 1 ? only : group.items);
      node = this.#nodes.push({ parent: node, kind: group.kind, name: null }) - 1;
      if (report !== null && isLast) this.#reports.set(node, callSteps(report));
      if (key !== null) this.#childOf.set(key, node);
    });
    return node;
  }
}

function callSteps(report: RawRecord): readonly CallStep[] {
  const details = { ...report, ...parsedDetails(report) };
  const usage = agentUsage(details);
  if (usage === null) return [];
  return [{ kind: 'call', call: { ...stepCall(usage), perCall: requestsOf(report) === 1 }, atMs: null }];
}

/** Columns of JSON. */
function parsedDetails(report: RawRecord): RawRecord {
  return Object.fromEntries(
    ['input_tokens_details', 'output_tokens_details'].map((column): [string, unknown] => {
      const value = report[column];
      try {
        return [column, typeof value === 'string' ? JSON.parse(value) : value];
      } catch {
        return [column, null];
      }
    }),
  );
}
