import { InspectorError } from '../../../core/domain/errors.ts';
import type { InputItem } from '../../../core/domain/input-item.ts';
import type { ThreadDocument, ThreadRun } from '../../../core/domain/thread.ts';
import { ALL_IMPORTERS } from '../../../core/importers/all-importers.ts';
import { collectThreads, type ThreadCollector } from '../../../core/importers/collect-threads.ts';
import { findImporter } from '../../../core/importers/find-importer.ts';
import type { ByteSource, ImportProblem, ThreadImporter } from '../../../core/importers/thread-import.ts';
import { inspectThread } from '../../../core/inspect/inspect-thread.ts';
import type { FuzzInput } from './mutate.ts';
import type { Random } from './random.ts';

export interface CheckedInput {
  /** Sentences about what should not have happened. */
  readonly failures: readonly string[];
  /** What became of it; null: nobody's format. */
  readonly format: string | null;
  readonly outcome: 'read' | 'refused' | 'unknown';
  readonly threads: number;
  /** Of a damaged archive, as much is read as comes in one piece; read in others, it can be more or nothing. */
  readonly dependsOnPieces: boolean;
  /** How it was read. */
  readonly openAnyway: boolean;
  /** The format that it was read as; null: told from the content. */
  readonly forced: string | null;
}

/** Reads an input as the product does and looks for everything that no input may bring about. */
export async function checkInput(
  input: FuzzInput,
  random: Random,
  importers: readonly ThreadImporter[] = ALL_IMPORTERS,
): Promise<CheckedInput> {
  const openAnyway = random.chance(0.5);
  // Much is nobody's any more; then it is still read as what it was, as a person may have it.
  const forced = random.chance(0.4) ? input.importer : null;
  const options = { openAnyway, forced, importers };
  const first = await readOnce(input, { ...options, chunkBytes: 1 + random.below(4000) });
  const failures = [...first.failures];
  const dependsOnPieces = isDamagedArchive(input);
  if (failures.length === 0 && !dependsOnPieces && random.chance(0.15)) {
    const second = await readOnce(input, { ...options, chunkBytes: 1 + random.below(60_000) });
    if (first.told !== second.told) failures.push('read in other pieces, it says something else');
  }
  const { format, outcome, threads } = first;
  const asked = { openAnyway, forced: forced?.format ?? null };
  return { failures, format, outcome, threads, dependsOnPieces, ...asked };
}

const ARCHIVE_NAME = /\.(?:eval|zip|gz)$/;

/** It is an archive, or was one once. */
function isPacked({ name, bytes, steps }: FuzzInput): boolean {
  const isArchive = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x1f && bytes[1] === 0x8b);
  return isArchive || ARCHIVE_NAME.test(name) || steps.some((step) => step === 'gzip' || step === 'zip');
}

function isDamagedArchive(input: FuzzInput): boolean {
  if (!isPacked(input)) return false;
  const { name, steps } = input;
  if (steps.every((step) => step.includes(' of '))) return false;
  const packedAt = steps.findIndex((step) => step === 'gzip' || step === 'zip');
  return ARCHIVE_NAME.test(name) || packedAt < steps.length - 1;
}

interface ReadOnce extends Omit<CheckedInput, 'openAnyway' | 'forced' | 'dependsOnPieces'> {
  /** Everything that was said, to be compared. */
  readonly told: string;
}

interface ReadOptions {
  readonly chunkBytes: number;
  readonly openAnyway: boolean;
  /** Null: told from the content. */
  readonly forced: ThreadImporter | null;
  readonly importers: readonly ThreadImporter[];
}

async function readOnce(
  input: FuzzInput,
  { chunkBytes, openAnyway, forced, importers }: ReadOptions,
): Promise<ReadOnce> {
  const failures: string[] = [];
  const source = piecesOf(input, chunkBytes);
  const collector = collectThreads();
  let format: string | null = null;
  let refusal: string | null = null;
  try {
    const importer = await findImporter(source, { forced, importers });
    if (importer === null) return { failures, format, outcome: 'unknown', threads: 0, told: 'unknown' };
    format = importer.format;
    await importer.read(source, collector.sink, { openAnyway });
  } catch (error) {
    refusal = refusalOf(error, input, failures);
  }
  for (const problem of [...collector.errors, ...collector.warnings]) checkProblem(problem, failures);
  const told = checkThreads(collector, failures);
  if (refusal === null && collector.threads().length === 0)
    failures.push('it was read, and there is no thread');
  return {
    failures,
    format,
    outcome: refusal === null ? 'read' : 'refused',
    threads: collector.threads().length,
    told: JSON.stringify([format, refusal, collector.errors, collector.warnings, told]),
  };
}

/** In one piece of memory that is used again and again, as files are read. */
function piecesOf({ name, bytes }: FuzzInput, chunkBytes: number): ByteSource {
  async function* from(start: number): AsyncGenerator<Uint8Array, void, undefined> {
    const chunk = new Uint8Array(chunkBytes);
    for (let at = start; at < bytes.length; at += chunkBytes) {
      const piece = bytes.subarray(at, at + chunkBytes);
      chunk.fill(0xee);
      chunk.set(piece);
      yield await Promise.resolve(chunk.subarray(0, piece.length));
    }
  }
  return { name: `fuzz/${name}`, sizeBytes: bytes.length, read: () => from(0), readFrom: from };
}

function refusalOf(error: unknown, input: FuzzInput, failures: string[]): string {
  if (!(error instanceof InspectorError)) {
    failures.push(`it crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 'crashed';
  }
  if (error.code !== 'invalid-import') failures.push(`it was refused as ${error.code}: ${error.message}`);
  const isNamed = [input.name, `fuzz/${input.name}`].some((name) => error.message.includes(name));
  // A damaged archive may call the file in it something else.
  if (!isNamed && !isPacked(input)) failures.push(`a refusal names no file: ${error.message}`);
  return error.message;
}

/** A sentence, with a place wherever there are places. */
function checkProblem({ code, line, message }: ImportProblem, failures: string[]): void {
  if (!/^[a-z][a-z-]+$/.test(code)) failures.push(`a problem has no code: ${code}`);
  if (message.split(' ').length < 3 || !/[.!]$/.test(message)) failures.push(`no sentence: ${message}`);
  if (!message.isWellFormed() || message.length > 2000) failures.push(`a message nobody can read: ${code}`);
  if (line !== null && (!Number.isInteger(line) || line < 1)) failures.push(`line ${line} of ${code}`);
  if (line === null && LINE_CODES.has(code)) failures.push(`no place: ${code}: ${message}`);
}

const LINE_CODES: ReadonlySet<string> = new Set([
  'partial-last-line',
  'skipped-lines',
  'invalid-json',
  'invalid-record',
]);

function checkThreads(collector: ThreadCollector, failures: string[]): readonly unknown[] {
  const threads = collector.threads();
  return threads.map((thread) => {
    checkThread(thread, failures);
    try {
      const inspected = inspectThread(thread);
      JSON.stringify(inspected, (_name, value: unknown) => {
        if (typeof value === 'number' && (!Number.isFinite(value) || value < 0)) {
          failures.push(`a figure is ${value} (${thread.format})`);
        }
        return value;
      });
      return inspected;
    } catch (error) {
      failures.push(
        `inspecting crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return null;
    }
  });
}

function checkThread(thread: ThreadDocument, failures: string[]): void {
  const say = (what: string): void =>
    void failures.push(`${what} (${thread.format}, thread ${thread.threadId})`);
  for (const text of [thread.threadId, thread.title, thread.namespace, thread.conversationId]) {
    if (!text.isWellFormed()) say('half a character in a name');
  }
  if (thread.threadId === '') say('a thread without a name');
  // A branch repeats runs of its parent, whose names it may have used again.
  const own = thread.runs.filter(({ threadId }) => threadId === thread.threadId);
  if (new Set(own.map(({ runId }) => runId)).size < own.length) say('two runs of one name');
  if (thread.branchOf?.threadId === thread.threadId) say('a branch of itself');
  if (thread.startedBy?.threadId === thread.threadId) say('started by itself');
  for (const run of thread.runs) checkRun(run, say);
  for (const { summaryId, threadId, tokensBefore, tokensAfter, createdAtMs } of thread.boundaries) {
    if (summaryId === '' || !summaryId.isWellFormed()) say('a summary without a name');
    if (threadId !== thread.threadId) say('a summary of another thread');
    for (const count of [tokensBefore, tokensAfter]) if (!isCount(count)) say(`${count} tokens of a summary`);
    if (!isTime(createdAtMs)) say(`a summary at ${createdAtMs}`);
  }
}

function checkRun(run: ThreadRun, say: (what: string) => void): void {
  if (run.runId === '' || !run.runId.isWellFormed()) say('a run without a name');
  if (!isTime(run.createdAtMs) || !isTime(run.endedAtMs))
    say(`a run from ${run.createdAtMs} to ${run.endedAtMs}`);
  for (const call of run.calls) {
    const { replyAt, prompt, cached, cacheWritten, output, reasoning, total, atMs } = call;
    if (replyAt !== null && replyAt >= run.messages.length) say('a call of a message that is not there');
    for (const count of [replyAt, prompt, cached, cacheWritten, output, reasoning, total]) {
      if (!isCount(count)) say(`${count} tokens of a call`);
    }
    if (!isTime(atMs)) say(`a call at ${atMs}`);
    if (!call.reported && total !== null) say('tokens that nobody reported');
  }
  for (const { id, items } of run.messages) {
    if (!id.isWellFormed()) say('half a character in a message id');
    for (const item of items) if (!isWellFormed(item)) say(`half a character in a ${item.type}`);
  }
}

function isWellFormed(item: InputItem): boolean {
  switch (item.type) {
    case 'message':
      return isWellFormedContent(item.content);
    case 'function_call':
      return item.call_id.isWellFormed() && item.name.isWellFormed() && item.arguments.isWellFormed();
    case 'function_call_output':
      return item.call_id.isWellFormed() && isWellFormedContent(item.output);
    case 'reasoning':
      return item.summary.every(({ text }) => text.isWellFormed());
    default:
      return true;
  }
}

function isWellFormedContent(content: Extract<InputItem, { type: 'message' }>['content']): boolean {
  if (typeof content === 'string') return content.isWellFormed();
  return content.every((part) => !('text' in part) || part.text.isWellFormed());
}

function isCount(value: number | null): boolean {
  return value === null || (Number.isInteger(value) && value >= 0);
}

function isTime(value: number | null): boolean {
  return value === null || !Number.isNaN(new Date(value).getTime());
}
