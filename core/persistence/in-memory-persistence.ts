import { InspectorError } from '../domain/errors.ts';
import type { RunId } from '../domain/ids.ts';
import type { ModelView, RunRecord, StoredSummary, ThreadInfo, ThreadKey } from '../domain/thread.ts';
import type {
  ConversationPersistence,
  PersistenceOptions,
  SaveMessagesRequest,
} from './conversation-persistence.ts';
import { loadModelView } from './load-model-view.ts';
import { ThreadLedger } from './thread-ledger.ts';

/** Keeps everything in memory: the plainest reading of the contract. */
export function openInMemoryPersistence(options: PersistenceOptions): ConversationPersistence {
  return new InMemoryPersistence(options);
}

class InMemoryPersistence implements ConversationPersistence {
  readonly #options: PersistenceOptions;
  #ledger: ThreadLedger | null = new ThreadLedger();

  constructor(options: PersistenceOptions) {
    this.#options = options;
  }

  loadMessages(thread: ThreadKey, upToRunId?: RunId): Promise<ModelView> {
    return this.#with((ledger) =>
      loadModelView(ledger.runsOf(thread), ledger.newestSummaryOf(thread), upToRunId),
    );
  }

  loadTranscript(thread: ThreadKey): Promise<readonly RunRecord[]> {
    return this.#with((ledger) => ledger.runsOf(thread));
  }

  loadSummaries(thread: ThreadKey): Promise<readonly StoredSummary[]> {
    return this.#with((ledger) => ledger.summariesOf(thread));
  }

  saveMessages(request: SaveMessagesRequest): Promise<RunRecord> {
    return this.#with((ledger) =>
      ledger.applyRun(request.thread.namespace, ledger.planSave(request, this.#options)),
    );
  }

  saveSummary(namespace: string, summary: StoredSummary): Promise<void> {
    return this.#with((ledger) => {
      ledger.applySummary(namespace, summary);
    });
  }

  listThreads(namespace?: string): Promise<readonly ThreadInfo[]> {
    return this.#with((ledger) => ledger.list(namespace));
  }

  close(): Promise<void> {
    this.#ledger = null;
    return Promise.resolve();
  }

  #with<Value>(use: (ledger: ThreadLedger) => Value): Promise<Value> {
    if (this.#ledger === null) {
      return Promise.reject(new InspectorError('storage-failed', 'the store is closed'));
    }
    try {
      return Promise.resolve(use(this.#ledger));
    } catch (cause) {
      return Promise.reject(new InspectorError('storage-failed', 'the save failed', { cause }));
    }
  }
}
