import { isRecord, type RawRecord } from '../raw-record.ts';
import { IdTable } from '../readers/id-table.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import { stableId } from '../readers/stable-id.ts';
import { messageOf } from './line-kind.ts';

/** The beginning of a prompt is enough to find the call that gave it. */
const PROMPT_LENGTH = 400;

/** Finds the nodes that started sub-agents, by what the log tells of them. */
export class LaneStarts {
  readonly #agents = new IdTable();
  readonly #nodeOfAgent = new PackedColumn(-1);
  readonly #prompts = new IdTable();
  readonly #nodeOfPrompt = new PackedColumn(-1);
  /** By lane: the prompt that its first turn with one has. */
  readonly #promptOf = new PackedColumn(-1);

  /** What a node tells of the agents that it started. */
  note(record: RawRecord, node: number): void {
    const result = record['toolUseResult'];
    const agent = isRecord(result) ? textOrNull(result['agentId']) : null;
    if (agent !== null) this.#nodeOfAgent.set(this.#agents.add(agent), node);
    const content = messageOf(record)?.['content'];
    if (record['type'] !== 'assistant' || !isList(content)) return;
    for (const block of content) {
      if (!isRecord(block) || block['type'] !== 'tool_use' || !isRecord(block['input'])) continue;
      const prompt = promptKey(block['input']['prompt']);
      if (prompt !== null) this.#nodeOfPrompt.set(this.#prompts.add(prompt), node);
    }
  }

  /** A turn of an agent's lane. */
  noteTurn(lane: number, record: RawRecord): void {
    if (this.#promptOf.at(lane) >= 0) return;
    const prompt = promptKey(messageOf(record)?.['content']);
    if (prompt !== null) this.#promptOf.set(lane, this.#prompts.add(prompt));
  }

  /** Null when the log doesn't show it. */
  startOf(lane: number, agentId: string | null): number | null {
    const agent = agentId === null ? null : this.#agents.find(agentId);
    if (agent !== null) return this.#nodeOfAgent.at(agent);
    const node = this.#nodeOfPrompt.at(this.#promptOf.at(lane));
    return node < 0 ? null : node;
  }
}

/** A sum of it: a log may have as many prompts as lines. */
function promptKey(content: unknown): string | null {
  if (typeof content === 'string') {
    const prompt = content.slice(0, PROMPT_LENGTH);
    return prompt === '' ? null : stableId(String(prompt.length), prompt);
  }
  const first: unknown = isList(content) ? content[0] : null;
  return isRecord(first) ? promptKey(first['text'] ?? null) : null;
}
