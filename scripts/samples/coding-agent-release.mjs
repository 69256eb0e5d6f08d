import { read, run, write } from './coding-agent-calls.mjs';
import * as files from './coding-agent-files.mjs';

/** The rest: the store, the release, the maintenance window. @type {readonly import('./sample-thread.mjs').SampleRun[]} */
export const releaseRuns = [
  {
    at: '2026-05-11T08:31:15Z',
    user: 'How long will that take in production? 610 million rows.',
    steps: [
      {
        calls: [
          run(
            'psql -d gauges --json -c "SELECT relname, n_live_tup, pg_size_pretty(pg_total_relation_size(relid)) AS size FROM pg_stat_user_tables WHERE relname LIKE \'readings_%\' ORDER BY 1 DESC LIMIT 6"',
            [
              { relname: 'readings_2026_05', n_live_tup: 18_204_551, size: '2.9 GB' },
              { relname: 'readings_2026_04', n_live_tup: 48_990_122, size: '7.7 GB' },
              { relname: 'readings_2026_03', n_live_tup: 50_413_870, size: '8.0 GB' },
              { relname: 'readings_2026_02', n_live_tup: 45_120_664, size: '7.1 GB' },
              { relname: 'readings_2026_01', n_live_tup: 50_290_437, size: '7.9 GB' },
              { relname: 'readings_2025_12', n_live_tup: 50_077_218, size: '7.9 GB' },
            ],
          ),
        ],
      },
      {
        say: 'As one statement about **9 minutes**, with an exclusive lock the whole time: too long. Better, partition by partition:\n\n1. `CREATE UNIQUE INDEX CONCURRENTLY` on each of the 13 partitions (no lock, about 40 s each);\n2. attach them to the parent with `ALTER INDEX … ATTACH PARTITION` (milliseconds).\n\nThe clean-up of the 43,529 surplus rows only touches `readings_2026_05`.',
      },
    ],
  },
  {
    at: '2026-05-11T08:38:44Z',
    user: 'Do it that way. The maintenance window is tonight, 22:00 to 23:00 UTC.',
    steps: [
      {
        calls: [
          write(
            'scripts/unique-index.sh',
            '#!/usr/bin/env bash\nset -euo pipefail\n: "${DATABASE_URL:?is not set}"\nfor partition in $(psql "$DATABASE_URL" -Atc "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = \'readings\'::regclass ORDER BY 1 DESC"); do\n  echo "indexing ${partition}"\n  psql "$DATABASE_URL" -c "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ${partition}_ssm_key ON ${partition} (station_id, sequence, measured_at)"\ndone\npsql "$DATABASE_URL" -f migrations/0042_unique_reading.sql\n',
          ),
        ],
      },
      {
        calls: [
          run(
            'shellcheck scripts/unique-index.sh && DATABASE_URL=postgres:///gauges_test bash scripts/unique-index.sh',
            'indexing readings_2026_05\nindexing readings_2026_04\nindexing readings_2026_03\nBEGIN\nSET\nDELETE 43529\nALTER TABLE\nCOMMIT\n',
          ),
        ],
      },
      {
        say: 'The script `scripts/unique-index.sh` ran through on the test database and deleted **43,529** rows, as counted. For tonight:\n\n```bash\nDATABASE_URL=postgres://ingest@db1/gauges bash scripts/unique-index.sh\n```',
      },
    ],
  },
  {
    at: '2026-05-11T08:52:10Z',
    user: 'Now ON CONFLICT in the store, with a test.',
    steps: [
      {
        calls: [
          {
            name: 'edit_file',
            args: {
              path: 'src/store/reading-store.js',
              find: 'VALUES ($1, $2, $3, $4, now())',
              replace:
                'VALUES ($1, $2, $3, $4, now())\n  ON CONFLICT (station_id, sequence, measured_at) DO NOTHING',
            },
            result: { path: 'src/store/reading-store.js', replaced: 1 },
          },
          read(
            'test/reading-store.test.js',
            "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { newDb } from 'pg-mem';\nimport { ReadingStore } from '../src/store/reading-store.js';\n\ntest('ReadingStore flushes after 500 readings', async () => {\n  const { store, count } = await storeOverMemory();\n  for (let sequence = 1; sequence <= 500; sequence += 1) await store.add(reading({ sequence }));\n  assert.equal(await count(), 500);\n});\n",
          ),
        ],
      },
      { calls: [run('npm test', files.testRun(22, ['ReadingStore ignores a reading it has already']))] },
      {
        think:
          'pg-mem does not know ON CONFLICT with a partitioned table. Use a real database for this one test.',
        calls: [
          run(
            'DATABASE_URL=postgres:///gauges_test node --test test/reading-store.test.js',
            files.testRun(4),
          ),
        ],
      },
      {
        say: '`pg-mem` 3.0.4 does not support `ON CONFLICT` on partitioned tables, so the new test runs against a real PostgreSQL when `DATABASE_URL` is set, and says so when it is not. With it: 4 of 4 pass.',
      },
    ],
  },
  {
    at: '2026-05-11T09:07:33Z',
    user: 'A test that is skipped without a database is a trap. CI has one, so let it fail instead.',
    steps: [
      {
        calls: [
          {
            name: 'edit_file',
            args: {
              path: 'test/reading-store.test.js',
              find: 'if (!process.env.DATABASE_URL) return t.skip();',
              replace:
                "assert.ok(process.env.DATABASE_URL, 'set DATABASE_URL to a scratch database, e.g. postgres:///gauges_test');",
            },
            result: { path: 'test/reading-store.test.js', replaced: 1 },
          },
        ],
      },
      { calls: [run('DATABASE_URL=postgres:///gauges_test npm test', files.testRun(23))] },
      {
        say: 'Changed: without `DATABASE_URL` the test now **fails and says what to set**. With it, **23 of 23** pass.',
      },
    ],
  },
  {
    at: '2026-05-11T09:15:26Z',
    user: 'Good. The API: filter superseded rows in /levels.',
    steps: [
      {
        calls: [
          read(
            'src/api/routes/levels.js',
            "import { pool } from '../../db.js';\nimport { z } from 'zod';\n\nconst Query = z.object({\n  station: z.string().regex(/^[A-Z]{3}-\\d{3}$/),\n  from: z.coerce.date(),\n  to: z.coerce.date(),\n  limit: z.coerce.number().int().min(1).max(10_000).default(1000),\n});\n\nconst SELECT = `\n  SELECT sequence, level_cm, measured_at\n    FROM readings\n   WHERE station_id = $1 AND measured_at >= $2 AND measured_at < $3\n   ORDER BY measured_at\n   LIMIT $4\n`;\n\nexport async function levels(request, reply) {\n  const query = Query.safeParse(request.query);\n  if (!query.success) return reply.code(400).send({ error: query.error.issues });\n  const { station, from, to, limit } = query.data;\n  const { rows } = await pool.query(SELECT, [station, from, to, limit]);\n  return { station, count: rows.length, levels: rows };\n}\n",
          ),
        ],
      },
      {
        calls: [
          {
            name: 'edit_file',
            args: {
              path: 'src/api/routes/levels.js',
              find: 'AND measured_at < $3',
              replace: 'AND measured_at < $3 AND superseded_at IS NULL',
            },
            result: { path: 'src/api/routes/levels.js', replaced: 1 },
          },
          run(
            "curl -s 'http://localhost:8080/levels?station=HAU-019&from=2026-02-03T11:00:00Z&to=2026-02-03T12:00:00Z' | jq .count",
            '118',
          ),
        ],
      },
      {
        say: '`GET /levels` for HAU-019 between 11:00 and 12:00 on 3 February now returns **118** readings instead of 236.',
      },
    ],
  },
  {
    at: '2026-05-11T09:24:02Z',
    user: 'Is there an index that covers this? The dashboard asks every 10 seconds for 340 stations.',
    steps: [
      {
        calls: [
          run('psql -d gauges_test -c "EXPLAIN (ANALYZE, FORMAT JSON) SELECT …"', [
            {
              Plan: {
                'Node Type': 'Limit',
                'Actual Total Time': 3.412,
                'Plan Rows': 1000,
                Plans: [
                  {
                    'Node Type': 'Index Scan',
                    'Index Name': 'readings_2026_05_station_id_measured_at_idx',
                    Filter: '(superseded_at IS NULL)',
                    'Rows Removed by Filter': 0,
                    'Actual Total Time': 3.187,
                  },
                ],
              },
              'Execution Time': 3.52,
            },
          ]),
        ],
      },
      {
        say: 'The existing index `(station_id, measured_at)` is used; the filter removes next to nothing, so **3.5 ms** stay 3.5 ms. No new index needed.',
      },
    ],
  },
  {
    at: '2026-05-11T09:31:49Z',
    user: 'Then commit, bump to 2.4.0 and update the runbook: what to do when a gauge repeats itself.',
    steps: [
      { calls: [read('package.json', files.PACKAGE)] },
      {
        calls: [
          run('npm version 2.4.0 --no-git-tag-version', 'v2.4.0\n'),
          write(
            'docs/runbook.md',
            '## A gauge repeats itself\n\n1. Look for `duplicate reading` in the log: `journalctl -u tidegauge-ingest -o cat | grep duplicate`.\n2. Exact repeats are dropped by the store (`readings_station_sequence_key`); nothing to do.\n3. The same sequence with another time means a clock step. The earlier row is marked in `superseded_at`; never delete it.\n4. Tell the operator of the station, and write the date into issue #311.\n',
          ),
        ],
      },
      {
        calls: [
          run(
            'git -C /srv/tidegauge-ingest commit -am "Store each reading once; release 2.4.0 (#311)"',
            '[fix/311 c41d07b] Store each reading once; release 2.4.0 (#311)\n 6 files changed, 58 insertions(+), 6 deletions(-)\n',
          ),
        ],
      },
      {
        say: 'Committed as `c41d07b`, version **2.4.0**. The runbook has a new section "A gauge repeats itself".',
      },
    ],
  },
  {
    at: '2026-05-11T22:04:11Z',
    user: 'I am in the maintenance window. Running your script now, watch the log please.',
    steps: [
      {
        calls: [
          run(
            'tail -n 20 /var/log/unique-index.log',
            'indexing readings_2026_05\nindexing readings_2026_04\nindexing readings_2026_03\nindexing readings_2026_02\nindexing readings_2026_01\nindexing readings_2025_12\nERROR:  could not create unique index "readings_2025_12_ssm_key"\nDETAIL:  Key (station_id, sequence, measured_at)=(KSU-005, 702118, 2025-12-24 17:10:00+00) is duplicated.\n',
          ),
        ],
      },
      {
        calls: [
          run(
            'psql -d gauges -c "SELECT count(*) - count(DISTINCT (station_id, sequence, measured_at)) AS surplus FROM readings_2025_12"',
            { surplus: 2 },
          ),
        ],
      },
      {
        say: 'It stopped at `readings_2025_12`: **2** surplus rows of KSU-005 from 24 December 2025, 17:10 UTC. An invalid index is left behind. Suggestion:\n\n```sql\nDROP INDEX CONCURRENTLY readings_2025_12_ssm_key;\n```\n\nthen delete the two rows with the higher id, and start the script again; it skips what is done.',
      },
    ],
  },
  {
    at: '2026-05-11T22:11:37Z',
    user: 'Done both. Script is running again.',
    steps: [
      {
        calls: [
          run(
            'tail -n 12 /var/log/unique-index.log',
            'indexing readings_2025_12\nindexing readings_2025_11\nindexing readings_2025_10\nindexing readings_2025_09\nindexing readings_2025_08\nindexing readings_2025_07\nindexing readings_2025_06\nindexing readings_2025_05\nBEGIN\nSET\nDELETE 43529\nALTER TABLE\nCOMMIT\n',
          ),
        ],
      },
      {
        say: 'Through at **22:19 UTC**: 13 partitions indexed, 43,529 rows removed, the constraint is attached. You can deploy 2.4.0.',
      },
    ],
  },
  {
    at: '2026-05-11T22:24:50Z',
    user: 'Deployed. Please cut the connections of one station and see whether it behaves.',
    steps: [
      {
        calls: [
          run('ss -K dst 10.20.4.14 dport = 443', 'ESTAB 0 0 10.20.1.7:51844 10.20.4.14:443'),
          run(
            "journalctl -u tidegauge-ingest --since '22:25' -o cat | grep BGO-014",
            '{"level":"warn","time":"2026-05-11T22:25:31.204Z","station":"BGO-014","error":"read ECONNRESET","msg":"socket error"}\n{"level":"info","time":"2026-05-11T22:25:31.561Z","station":"BGO-014","msg":"connected"}\n',
          ),
        ],
      },
      {
        calls: [
          run(
            "psql -d gauges -c \"SELECT count(*), count(DISTINCT sequence) FROM readings WHERE station_id = 'BGO-014' AND received_at > '2026-05-11 22:25'\"",
            { count: 96, distinct: 96 },
          ),
        ],
      },
      {
        say: 'One reset, **one** reconnect after 357 ms, and 96 readings with 96 distinct sequences. It behaves.',
      },
    ],
  },
  {
    at: '2026-05-12T06:58:03Z',
    user: 'Good morning! Any duplicates overnight?',
    steps: [
      {
        calls: [
          run(
            'psql -d gauges -c "SELECT count(*) AS readings, count(DISTINCT (station_id, sequence)) AS distinct_readings FROM readings WHERE received_at >= \'2026-05-12\'"',
            { readings: 1_198_440, distinct_readings: 1_198_440 },
          ),
          run("journalctl -u tidegauge-ingest --since '2026-05-12' -o cat | grep -c ECONNRESET", '61'),
        ],
      },
      { say: 'None: **1,198,440** readings, all distinct, through 61 connection resets.' },
    ],
  },
  {
    at: '2026-05-12T07:03:27Z',
    user: 'Then write the closing comment for #311, five lines at most.',
    steps: [
      {
        say: '> **Fixed in 2.4.0** (`9f3c2ae`, `c41d07b`).\n> Cause: `error` and `close` both scheduled a reconnect, and the client asked for its last reading again.\n> Now one retry with full jitter (500 ms to 60 s), each sequence once, and `UNIQUE (station_id, sequence, measured_at)` in the database.\n> 43,529 surplus rows of 11 May and 2 of 24 December 2025 were removed. A sequence with a later time marks the earlier row in `superseded_at`.\n> First night: 1,198,440 readings, 61 resets, no duplicate.',
      },
    ],
  },
];
