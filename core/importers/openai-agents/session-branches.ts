import { threadId } from '../../domain/ids.ts';
import type { RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { tokenCount } from '../readers/usage.ts';
import { stepCall } from '../steps/make-step.ts';
import type { CallStep, InputStep, Step } from '../steps/step.ts';
import type { NamedThread } from '../tree/plan-threads.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { agentUsage, requestsOf } from './agent-usage.ts';
import { groupItems, type ItemGroup, type SessionItem } from './item-groups.ts';
import { rowId, type Session, type SessionTables } from './session-tables.ts';

const MAIN = 'main';

/** A session as a tree of its messages, with what each of them becomes. */
export interface SessionTree {
  readonly nodes: readonly TreeNode[];
  readonly steps: readonly (readonly Step[])[];
  readonly instructions: readonly InputStep[];
  readonly threads: readonly NamedThread[];
}

/**
 * A session that keeps branches: each lists its messages, those that it shares with the one it left
 * included, by the id of their row. Usage is kept for each turn of a branch.
 */
export function sessionTree(session: Session, tables: SessionTables): SessionTree {
  const builder = new TreeBuilder();
  const rows = tables.structure.filter((row) => row['session_id'] === session.id);
  const usage = new Map(
    tables.usage
      .filter((row) => row['session_id'] === session.id)
      .map((row) => [turnKey(branchOf(row), tokenCount(row['user_turn_number'])), row]),
  );
  const byId = new Map(session.items.map((item) => [item.id, item]));
  const branches =
    rows.length === 0 ? new Map<string, readonly RawRecord[]>([[MAIN, []]]) : rowsByBranch(rows);
  const threads: NamedThread[] = [];
  for (const [branch, own] of branches) {
    const turnOf = new Map(own.map((row) => [rowId(row['message_id']), tokenCount(row['user_turn_number'])]));
    const items =
      rows.length === 0
        ? session.items
        : own
            .map((row) => byId.get(rowId(row['message_id'])))
            .filter((item): item is SessionItem => item !== undefined);
    const leaf = builder.addPath(groupItems(items, 'later'), (group) => {
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

class TreeBuilder {
  readonly #nodes: TreeNode[] = [];
  readonly #steps: (readonly Step[])[] = [];
  readonly #instructions: InputStep[] = [];
  readonly #childOf = new Map<string, number>();

  built(): Pick<SessionTree, 'nodes' | 'steps' | 'instructions'> {
    return { nodes: this.#nodes, steps: this.#steps, instructions: this.#instructions };
  }

  /** @param usageOf The report of the turn that a group belongs to; it is put behind the turn's last group. */
  addPath(groups: readonly ItemGroup[], usageOf: (group: ItemGroup) => RawRecord | null): number {
    let node = -1;
    groups.forEach((group, index) => {
      const [step] = group.steps;
      const report = usageOf(group);
      const next = groups[index + 1];
      const isLast = next === undefined || usageOf(next) !== report;
      if (node < 0 && step?.kind === 'input' && step.role === 'instructions') {
        if (this.#nodes.length === 0) this.#instructions.push(step);
        return;
      }
      const key = `${node} ${group.items.map(({ id }) => id).join(' ')}`;
      const known = this.#childOf.get(key);
      if (known !== undefined) {
        node = known;
        return;
      }
      const reported = report !== null && isLast ? callSteps(report) : [];
      this.#steps.push([...group.steps, ...reported]);
      node = this.#nodes.push({ parent: node, kind: group.kind, name: null }) - 1;
      this.#childOf.set(key, node);
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
