import type Database from 'better-sqlite3';

export type ThreadOutcome = 'new' | 'grown' | 'unchanged';

/** What a file has brought. */
export interface ImportedThreads {
  /** `duplicate`: the workspace had all of it. */
  readonly outcome: 'new' | 'grown' | 'duplicate';
  readonly threads: readonly number[];
  readonly newThreads: number;
  readonly newRuns: number;
}

/** The threads of the file that is being imported. In a table, as a file may have a million. */
export interface ImportLedger {
  /** The file has brought this thread. */
  has(threadRef: number): boolean;
  begin(threadRef: number): void;
  /** A thread that goes on after its end counts once, with the runs of both. */
  end(threadRef: number, outcome: ThreadOutcome, newRuns: number): void;
  /** Of all threads that have ended. */
  sum(): ImportedThreads;
}

/** Empty. */
export function prepareImportLedger(db: Database.Database): ImportLedger {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS imported_threads (
      thread_ref INTEGER PRIMARY KEY,
      outcome TEXT,
      new_runs INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    DELETE FROM temp.imported_threads;
  `);
  const has = db
    .prepare<[number], number>('SELECT 1 FROM temp.imported_threads WHERE thread_ref = ?')
    .pluck();
  const begin = db.prepare('INSERT OR IGNORE INTO temp.imported_threads (thread_ref) VALUES (?)');
  const end = db.prepare(
    `UPDATE temp.imported_threads SET new_runs = new_runs + @newRuns,
       outcome = CASE WHEN outcome IS NULL OR outcome = 'unchanged' THEN @outcome ELSE outcome END
     WHERE thread_ref = @threadRef`,
  );
  return {
    has: (threadRef) => has.get(threadRef) !== undefined,
    begin: (threadRef) => {
      begin.run(threadRef);
    },
    end: (threadRef, outcome, newRuns) => {
      end.run({ threadRef, outcome, newRuns });
    },
    sum: () => sumOf(db),
  };
}

function sumOf(db: Database.Database): ImportedThreads {
  const threads = db
    .prepare<[], number>('SELECT thread_ref FROM temp.imported_threads ORDER BY thread_ref')
    .pluck()
    .all();
  const sums = db
    .prepare<[], { readonly newThreads: number; readonly grown: number; readonly newRuns: number }>(
      `SELECT coalesce(sum(outcome = 'new'), 0) AS newThreads, coalesce(sum(outcome = 'grown'), 0) AS grown,
         coalesce(sum(new_runs), 0) AS newRuns
       FROM temp.imported_threads`,
    )
    .get();
  const { newThreads = 0, grown = 0, newRuns = 0 } = sums ?? {};
  const outcome = newThreads > 0 ? 'new' : grown > 0 ? 'grown' : 'duplicate';
  return { outcome, threads, newThreads, newRuns };
}

/** Notes in the import's record which threads it brought. */
export function linkImportedThreads(db: Database.Database, importId: number): void {
  db.prepare(
    `INSERT OR IGNORE INTO import_threads (import_id, thread_ref)
     SELECT ?, thread_ref FROM temp.imported_threads ORDER BY thread_ref`,
  ).run(importId);
}
