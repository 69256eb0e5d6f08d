import type { ImportRequests, PastImport, WatchedFolder } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { sampleFields } from '../../core/importers/mapped/field-sample.ts';

type Handlers = Omit<
  { readonly [Channel in keyof ImportRequests]: ImportRequests[Channel] },
  'import:choose' | 'import:start'
>;

/** What a file of nobody's format holds. */
const TICKETS = [
  { ticket: 7, speaker: 'Customer', words: 'It is late', at: '2026-08-20T09:00:00Z' },
  { ticket: 7, speaker: 'Bot', words: 'Let me look', at: '2026-08-20T09:00:05Z' },
  { ticket: 7, speaker: 'Ann', words: 'It ships today', at: '2026-08-20T09:02:00Z' },
];

const AT = Date.UTC(2026, 7, 20, 9, 30);

/** A history of three imports, of which one was undone, and one watched folder. */
export function fakeImportHandlers(): Handlers {
  let folders: readonly WatchedFolder[] = [
    { path: '/home/you/agents/conversations', state: 'live', newRunsToday: 3, problems: [] },
  ];
  const past = (importId: number, more: Partial<PastImport>): PastImport => ({
    importId,
    path: `/home/you/exports/thread-${importId}.jsonl`,
    formatLabel: 'HasteKit history (JSONL)',
    outcome: 'new',
    bytes: 48_211,
    importedAtMs: AT + importId * 60_000,
    newThreads: 1,
    newRuns: 17,
    threads: [],
    watched: false,
    undo: 'recorded',
    ...more,
  });
  let imports: readonly PastImport[] = [
    past(3, { outcome: 'grown', newThreads: 0, newRuns: 3, watched: true }),
    past(2, { undo: 'undone' }),
    past(1, {}),
  ];
  return {
    'import:formats': () => [
      { format: 'claude-code', label: 'Claude Code' },
      { format: 'hastekit-jsonl', label: 'HasteKit history (JSONL)' },
    ],
    'import:sample': ({ mapping }) => sampleFields(TICKETS, mapping),
    'imports:list': ({ offset, limit }) => ({
      total: imports.length,
      imports: imports.slice(offset, offset + limit),
    }),
    'imports:undo': ({ importId }) => {
      if (importId === 1) {
        throw new InspectorError('refused', 'A later import added to “Harbour”: undo that one first.');
      }
      imports = imports.map((each) => (each.importId === importId ? { ...each, undo: 'undone' } : each));
      return [];
    },
    'imports:repeat': () => null,
    'watch:list': () => folders,
    'watch:choose': () => null,
    'watch:remove': ({ path }) => {
      folders = folders.filter((folder) => folder.path !== path);
      return null;
    },
  };
}
