import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InspectorError } from '../../domain/errors.ts';
import type { ConversationId, RunId } from '../../domain/ids.ts';
import type { ModelView, RunRecord, StoredSummary, ThreadInfo, ThreadKey } from '../../domain/thread.ts';
import type {
  ConversationPersistence,
  PersistenceOptions,
  SaveMessagesRequest,
} from '../../persistence/conversation-persistence.ts';
import { writeHastekitRecord, type HastekitRecord } from '../../persistence/hastekit-records.ts';
import { loadModelView } from '../../persistence/load-model-view.ts';
import { ThreadLedger } from '../../persistence/thread-ledger.ts';
import { appendLine, conversationFileName, type FileEnd } from './conversation-file.ts';
import { replayFiles } from './replay-files.ts';

export interface JsonlPersistenceOptions extends PersistenceOptions {
  /** Told the path of a file whose last line was torn by a crash and is left out. */
  readonly onTornLine?: (file: string) => void;
}

/**
 * One append-only file per conversation under `directory`, made if it isn't there. Reads every file
 * once, at opening; a save is on disk when its promise resolves. One process may write at a time.
 *
 * A torn last line (a crash mid-write) is skipped and passed to `onTornLine`; the next save to that
 * file cuts it off. A broken line anywhere else rejects with 'storage-failed': what follows it can't be
 * trusted.
 *
 * Source: `conversation_persistence_file.go`; either program reads the other's files.
 */
export async function openJsonlPersistence(
  directory: string,
  options: JsonlPersistenceOptions,
): Promise<ConversationPersistence> {
  const ledger = new ThreadLedger();
  try {
    await mkdir(directory, { recursive: true });
    const ends = await replayFiles(directory, ledger, options.onTornLine ?? (() => undefined));
    return new JsonlPersistence(directory, ledger, ends, options);
  } catch (cause) {
    if (cause instanceof InspectorError) throw cause;
    throw new InspectorError(
      'storage-failed',
      `can't open the conversations in ${directory}: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

class JsonlPersistence implements ConversationPersistence {
  readonly #directory: string;
  readonly #ledger: ThreadLedger;
  /** Files as they were found; one that this store has written to ends well and is not listed. */
  readonly #ends: Map<string, FileEnd>;
  readonly #options: PersistenceOptions;
  #closed = false;
  /** The save under way and those waiting for it: a plan made before the last save is applied is stale. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    directory: string,
    ledger: ThreadLedger,
    ends: Map<string, FileEnd>,
    options: PersistenceOptions,
  ) {
    this.#directory = directory;
    this.#ledger = ledger;
    this.#ends = ends;
    this.#options = options;
  }

  loadMessages(thread: ThreadKey, upToRunId?: RunId): Promise<ModelView> {
    return this.#read((ledger) =>
      loadModelView(ledger.runsOf(thread), ledger.newestSummaryOf(thread), upToRunId),
    );
  }

  loadTranscript(thread: ThreadKey): Promise<readonly RunRecord[]> {
    return this.#read((ledger) => ledger.runsOf(thread));
  }

  loadSummaries(thread: ThreadKey): Promise<readonly StoredSummary[]> {
    return this.#read((ledger) => ledger.summariesOf(thread));
  }

  listThreads(namespace?: string): Promise<readonly ThreadInfo[]> {
    return this.#read((ledger) => ledger.list(namespace));
  }

  saveMessages(request: SaveMessagesRequest): Promise<RunRecord> {
    const { namespace, threadId } = request.thread;
    return this.#write(`thread ${threadId}: can't append run ${request.runId}`, async () => {
      const run = this.#ledger.planSave(request, this.#options);
      await this.#append(run.conversationId, { type: 'message', namespace, run });
      return this.#ledger.applyRun(namespace, run);
    });
  }

  saveSummary(namespace: string, summary: StoredSummary, conversationId: ConversationId): Promise<void> {
    const { threadId, summaryId } = summary;
    return this.#write(`thread ${threadId}: can't append summary ${summaryId}`, async () => {
      const home = this.#ledger.conversationOf({ namespace, threadId }) ?? conversationId;
      await this.#append(home, { type: 'summary', namespace, summary });
      this.#ledger.applySummary(namespace, summary);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  async #append(conversation: ConversationId, record: HastekitRecord): Promise<void> {
    const name = conversationFileName(conversation);
    await appendLine(join(this.#directory, name), writeHastekitRecord(record), this.#ends.get(name) ?? null);
    this.#ends.delete(name);
  }

  #read<Value>(read: (ledger: ThreadLedger) => Value): Promise<Value> {
    if (this.#closed) return Promise.reject(closedError());
    return this.#writing.then(() => read(this.#ledger));
  }

  #write<Value>(failure: string, save: () => Promise<Value>): Promise<Value> {
    if (this.#closed) return Promise.reject(closedError());
    const done = this.#writing.then(save).catch((cause: unknown) => {
      throw new InspectorError('storage-failed', `${failure}: ${reasonOf(cause)}`, { cause });
    });
    this.#writing = done.catch(() => undefined);
    return done;
  }
}

function closedError(): InspectorError {
  return new InspectorError('storage-failed', 'the store is closed');
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
