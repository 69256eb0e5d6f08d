import type {
  ExperimentDetail,
  InspectorApi,
  InspectorEvents,
  InspectorRequests,
  Result,
  SettingsView,
} from '../../core/contract.ts';
import type { InspectorErrorCode } from '../../core/domain/errors.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { ThreadDocument } from '../../core/domain/thread.ts';
import { diffSummaryOf, sentItemsOf } from './fake-diff.ts';
import { fakeImportHandlers } from './fake-imports.ts';
import { fakeLabHandlers } from './fake-lab.ts';
import {
  findIn,
  headerOf,
  messageViewOf,
  openFake,
  overviewOf,
  rowOf,
  runIndexOf,
  searchText,
  type FakeThread,
} from './fake-thread-views.ts';

export interface FakeInspectorOptions {
  readonly threads?: readonly ThreadDocument[];
  readonly settings?: Partial<SettingsView>;
  readonly crashedBefore?: boolean;
  /** Requests that fail, each with this message. */
  readonly failing?: Partial<Record<keyof InspectorRequests, string>>;
}

export interface FakeInspectorApi extends InspectorApi {
  /** Every request so far, in order. */
  readonly requests: readonly { readonly channel: string; readonly argument: unknown }[];
  /** What was written to the clipboard last. */
  readonly clipboard: () => string | null;
  emit<Channel extends keyof InspectorEvents>(channel: Channel, event: InspectorEvents[Channel]): void;
  /** From now on this request fails; null: answers again. */
  fail(channel: keyof InspectorRequests, message: string | null): void;
}

type Handlers = {
  readonly [Channel in keyof InspectorRequests]: (
    argument: Parameters<InspectorRequests[Channel]>[0],
  ) => ReturnType<InspectorRequests[Channel]>;
};

type Listeners = {
  readonly [Channel in keyof InspectorEvents]: Set<(event: InspectorEvents[Channel]) => void>;
};

const SETTINGS: SettingsView = {
  theme: 'light',
  textSize: 100,
  model: {
    baseUrl: 'https://api.openai.com/v1',
    modelName: '',
    timeoutSeconds: 60,
    headers: [],
    hasKey: false,
    keyStorage: 'encrypted',
  },
  defaultContextWindow: 128_000,
};

let lastRef = 0;

/** The contract over documents in memory, for the renderer in a browser and in component tests. */
export function createFakeInspectorApi(options: FakeInspectorOptions = {}): FakeInspectorApi {
  // No two workspaces of a program share a thread's number, so nothing remembered of one fits another.
  let threads: readonly FakeThread[] = (options.threads ?? []).map((document) =>
    openFake((lastRef += 1), document),
  );
  const removed = new Map<number, FakeThread>();
  const experiments = new Map<number, ExperimentDetail>();
  let settings: SettingsView = { ...SETTINGS, ...options.settings };
  let clipboard: string | null = null;
  const requests: { channel: string; argument: unknown }[] = [];
  const failing = new Map<string, string>(Object.entries(options.failing ?? {}));
  const listeners: Listeners = {
    'import:started': new Set(),
    'import:progress': new Set(),
    'import:ended': new Set(),
    'watch:changed': new Set(),
    'watch:problem': new Set(),
    'experiment:text': new Set(),
    'experiment:ended': new Set(),
    'workspace:changed': new Set(),
    'settings:changed': new Set(),
    'menu:command': new Set(),
    'lab:progress': new Set(),
    'lab:rows': new Set(),
    'lab:ended': new Set(),
    'prices:changed': new Set(),
  };

  const threadOf = (ref: number): FakeThread => {
    const thread = threads.find((candidate) => candidate.ref === ref);
    if (thread === undefined) throw new InspectorError('not-found', `Thread ${ref} is not in the workspace.`);
    return thread;
  };
  const experimentOf = (id: number): ExperimentDetail => {
    const experiment = experiments.get(id);
    if (experiment === undefined) throw new InspectorError('not-found', `There is no experiment ${id}.`);
    return experiment;
  };
  const emit: FakeInspectorApi['emit'] = (channel, event) => {
    for (const listener of listeners[channel]) listener(event);
  };
  const changed = (ref: number): null => {
    queueMicrotask(() => {
      emit('workspace:changed', { threads: [ref] });
    });
    return null;
  };
  const change = (part: Partial<SettingsView>): SettingsView => {
    settings = { ...settings, ...part };
    emit('settings:changed', settings);
    return settings;
  };

  const handlers: Handlers = {
    'app:info': () => ({
      version: '0.1.0',
      platform: 'linux',
      workspacePath: '/home/you/harbour-exports.tidemark',
      crashedBefore: options.crashedBefore ?? false,
    }),
    'threads:list': ({ search, offset, limit }) => {
      const found = threads.flatMap((thread) => {
        const snippet = search === '' ? null : snippetOf(thread, search);
        return search === '' || snippet !== null ? [rowOf(thread, snippet)] : [];
      });
      return {
        totalThreads: found.length,
        totalRuns: found.reduce((sum, row) => sum + row.runCount, 0),
        rows: found.slice(offset, offset + limit),
      };
    },
    'threads:open': ({ thread }) => overviewOf(threadOf(thread)),
    'threads:remove': ({ thread }) => {
      removed.set(thread, threadOf(thread));
      threads = threads.filter((candidate) => candidate.ref !== thread);
      return changed(thread);
    },
    'threads:restore': ({ thread }) => {
      const restored = removed.get(thread);
      if (restored === undefined) throw new InspectorError('not-found', `Thread ${thread} was not removed.`);
      threads = [...threads, restored].sort((left, right) => left.ref - right.ref);
      return changed(thread);
    },
    'runs:headers': ({ thread, from, count }) => {
      const opened = threadOf(thread);
      const end = Math.min(opened.document.runs.length, from + count);
      return Array.from({ length: Math.max(0, end - from) }, (_, index) => headerOf(opened, from + index));
    },
    'runs:body': ({ thread, run, from, count }) => {
      const opened = threadOf(thread);
      const total = opened.document.runs[run]?.messages.length ?? 0;
      const end = Math.min(total, from + count);
      return {
        index: run,
        totalMessages: total,
        messages: Array.from({ length: Math.max(0, end - from) }, (_, index) =>
          messageViewOf(opened, run, from + index),
        ),
      };
    },
    'runs:item-text': ({ thread, run, message }) => searchText(threadOf(thread), run, message),
    'runs:find': ({ thread, text }) => findIn(threadOf(thread), text),
    'findings:list': ({ thread }) => {
      const opened = threadOf(thread);
      return opened.findings.map((finding) => ({ ...finding, run: runIndexOf(opened, finding) }));
    },
    'diff:summary': ({ thread, view }) => diffSummaryOf(threadOf(thread), view),
    'diff:as-sent': ({ thread, view, from, count }) => {
      const items = sentItemsOf(threadOf(thread), view);
      return { totalItems: items.length, items: items.slice(from, from + count) };
    },
    'experiments:list': ({ thread }) =>
      [...experiments.values()].filter((experiment) => experiment.thread === thread),
    'experiments:get': ({ experiment }) => experimentOf(experiment),
    'experiments:run': ({ jobId }) => {
      queueMicrotask(() => {
        emit('experiment:ended', {
          jobId,
          experiment: null,
          reason: 'The fake has no summarizer.',
          error: null,
        });
      });
      return null;
    },
    'experiments:rename': ({ experiment, name }) => {
      experiments.set(experiment, { ...experimentOf(experiment), name });
      return null;
    },
    'experiments:pin': ({ experiment, pinned }) => {
      experiments.set(experiment, { ...experimentOf(experiment), pinned });
      return null;
    },
    'experiments:remove': ({ experiment }) => {
      experiments.delete(experimentOf(experiment).experiment);
      return null;
    },
    'experiments:restore': () => null,
    'experiments:apply': ({ experiment }) => experimentOf(experiment).thread,
    'import:choose': () => null,
    'import:start': () => null,
    ...fakeImportHandlers(),
    'job:cancel': () => null,
    'settings:get': () => settings,
    'settings:change': ({ model, ...rest }) =>
      change({ ...rest, ...(model === undefined ? {} : { model: { ...settings.model, ...model } }) }),
    'settings:set-key': () => change({ model: { ...settings.model, hasKey: true } }),
    'settings:clear-key': () => change({ model: { ...settings.model, hasKey: false } }),
    'settings:test-model': () => ({ modelName: settings.model.modelName, durationMs: 412 }),
    'clipboard:write': ({ text }) => {
      clipboard = text;
      return null;
    },
    ...fakeLabHandlers(
      threadOf,
      () => threads,
      (channel, event) => {
        emit(channel, event);
      },
    ),
  };

  return {
    requests,
    clipboard: () => clipboard,
    emit,
    fail: (channel, message) => {
      if (message === null) failing.delete(channel);
      else failing.set(channel, message);
    },
    request: async (channel, argument) => {
      requests.push({ channel, argument });
      await Promise.resolve();
      const failure = failing.get(channel);
      if (failure !== undefined) return failed('storage-failed', failure);
      try {
        return { ok: true, value: handlers[channel](argument) };
      } catch (error) {
        if (error instanceof InspectorError) return failed(error.code, error.message);
        throw error;
      }
    },
    on: (channel, listener) => {
      listeners[channel].add(listener);
      return () => {
        listeners[channel].delete(listener);
      };
    },
    importDropped: async () => ({ ok: true, value: null }),
  };
}

function failed<T>(code: InspectorErrorCode, message: string): Result<T> {
  return { ok: false, error: { code, message } };
}

const SNIPPET_AROUND = 40;

/** The first place that says it, marked as the store marks it; null: nowhere. */
function snippetOf(thread: FakeThread, search: string): string | null {
  const needle = search.toLowerCase();
  for (const [run, { messages }] of thread.document.runs.entries())
    for (let message = 0; message < messages.length; message += 1) {
      const text = searchText(thread, run, message);
      const at = text.toLowerCase().indexOf(needle);
      if (at < 0) continue;
      const end = at + needle.length;
      const before = text.slice(Math.max(0, at - SNIPPET_AROUND), at);
      return `…${before}\u0001${text.slice(at, end)}\u0002${text.slice(end, end + SNIPPET_AROUND)}…`;
    }
  return thread.document.title.toLowerCase().includes(needle) ? thread.document.title : null;
}
