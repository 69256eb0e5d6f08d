import { threadId } from '../../domain/ids.ts';
import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { InputStep, Step } from '../steps/step.ts';
import { CUT_KINDS } from '../steps/run-cutter.ts';
import type { NamedThread } from '../tree/plan-threads.ts';
import type { TreeNode, TreeNodes } from '../tree/log-tree.ts';
import { eachItemGroup, groupItems, type ItemGroup } from './item-groups.ts';
import { withReports, type GroupWithReport, type PlacedItem, type SessionPath } from './session-paths.ts';
import type { SessionItems } from './session-rows.ts';
import { MAIN_BRANCH, type SessionStructure } from './session-structure.ts';
import { reportSteps } from './turn-report.ts';

/** A session as a tree of its messages. */
export interface SessionTree {
  readonly nodes: TreeNodes;
  /** What a node becomes, read when it is asked for. */
  readonly stepsOf: (node: number) => readonly Step[];
  readonly instructions: readonly InputStep[];
  readonly threads: readonly NamedThread[];
}

/**
 * A session that keeps branches: each lists its messages, those that it shares with the one it left
 * included, by the id of their row. Usage is kept for each turn of a branch.
 */
export function sessionTree(
  session: { readonly id: string; readonly items: SessionItems },
  paths: readonly SessionPath[],
  structure: SessionStructure,
): SessionTree {
  const builder = new TreeBuilder(session.items, structure);
  const threads: NamedThread[] = [];
  for (const path of paths) {
    const leaf = builder.addPath(withReports(eachItemGroup(path.items()), path));
    const id = path.branch === MAIN_BRANCH ? session.id : `${session.id}/${path.branch}`;
    if (leaf >= 0) threads.push({ threadId: threadId(id), leaf, branchEnds: [] });
  }
  return { ...builder.built(), threads };
}

/** A group without what it becomes is kept: that is made again when its turn has come, because a session may be large. */
class TreeBuilder {
  readonly #items: SessionItems;
  readonly #structure: SessionStructure;
  /** By node. */
  readonly #parents = new PagedNumbers('int');
  readonly #kinds = new PagedNumbers('flags');
  /** Where the places of its items begin; they end where those of the next node begin. */
  readonly #firstPlaces = new PagedNumbers('int');
  readonly #places = new PagedNumbers('int');
  /** Behind a node. */
  readonly #reports = new Map<number, number>();
  readonly #instructions: InputStep[] = [];
  /** By the node before it and its items: nodes have the same numbers. */
  readonly #keys = new IdTable();

  constructor(items: SessionItems, structure: SessionStructure) {
    this.#items = items;
    this.#structure = structure;
  }

  built(): Pick<SessionTree, 'nodes' | 'stepsOf' | 'instructions'> {
    return {
      nodes: { length: this.#parents.length, at: (index) => this.#nodeAt(index) },
      stepsOf: (node) => this.#stepsOf(node),
      instructions: this.#instructions,
    };
  }

  /** @returns The last node of the path; -1 for one without any. */
  addPath(groups: Iterable<GroupWithReport>): number {
    let node = -1;
    for (const { group, report } of groups) {
      const [step] = group.steps;
      if (node < 0 && step?.kind === 'input' && step.role === 'instructions') {
        if (this.#parents.length === 0) this.#instructions.push(step);
        continue;
      }
      const key = `${node} ${group.items.map(({ id }) => id).join(' ')}`;
      const known = this.#keys.find(key);
      if (known !== null) {
        node = known;
        continue;
      }
      node = this.#add(node, group);
      this.#keys.add(key);
      if (report >= 0) this.#reports.set(node, report);
    }
    return node;
  }

  #add(parent: number, { items, kind }: ItemGroup<PlacedItem>): number {
    const node = this.#parents.push(parent);
    this.#kinds.push(CUT_KINDS.indexOf(kind));
    this.#firstPlaces.push(this.#places.length);
    for (const { place } of items) this.#places.push(place);
    return node;
  }

  #nodeAt(index: number): TreeNode | undefined {
    if (index >= this.#parents.length) return undefined;
    return {
      parent: this.#parents.at(index),
      kind: CUT_KINDS[this.#kinds.at(index)] ?? 'context',
      name: null,
    };
  }

  #stepsOf(node: number): readonly Step[] {
    const end = node + 1 < this.#parents.length ? this.#firstPlaces.at(node + 1) : this.#places.length;
    const start = this.#firstPlaces.at(node);
    const items = Array.from({ length: end - start }, (_, index) =>
      this.#items.at(this.#places.at(start + index)),
    );
    const groups = groupItems(
      items.filter((item) => item !== undefined),
      'later',
    );
    const report = this.#reports.get(node);
    return [
      ...groups.flatMap(({ steps }) => steps),
      ...(report === undefined ? [] : reportSteps(this.#structure.reportAt(report))),
    ];
  }
}
