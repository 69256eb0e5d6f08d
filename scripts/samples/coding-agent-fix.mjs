import { read, run, write } from './coding-agent-calls.mjs';
import * as files from './coding-agent-files.mjs';

/** The morning: finding the cause, fixing the client, planning the constraint. @type {readonly import('./sample-thread.mjs').SampleRun[]} */
export const fixRuns = [
  {
    at: '2026-05-11T07:20:00Z',
    user: 'Issue #311: since last night readings are stored twice. Find out why first.',
    steps: [
      {
        say: 'I will look at the layout and the log of last night first.',
        calls: [
          run('git -C /srv/tidegauge-ingest ls-files | head -60', files.TREE),
          run(
            "journalctl -u tidegauge-ingest --since '2026-05-11 03:40' -o cat | head -40",
            files.reconnectLog(40),
          ),
        ],
      },
      { calls: [read('src/gauge/gauge-client.js', files.CLIENT_BEFORE)] },
      {
        say: 'The duplicates begin at **03:41 UTC**, when the connections were reset (`read ECONNRESET`). In `src/gauge/gauge-client.js` I see two causes:\n\n1. `error` **and** `close` both call `retry()`. The `ws` library always emits `close` after `error`, so each reset opens **two** sockets.\n2. On reconnect the client subscribes `from: this.lastSequence`, and the gauge sends that reading again.\n\nNothing is changed yet. Shall I count how many rows are affected?',
      },
    ],
  },
  {
    at: '2026-05-11T07:26:12Z',
    user: 'Yes, count them. Read only, please.',
    steps: [
      {
        calls: [
          run(
            'psql -d gauges -c "SELECT count(*) AS readings, count(DISTINCT (station_id, sequence)) AS distinct_readings FROM readings WHERE received_at >= \'2026-05-11\'"',
            { readings: 1_284_906, distinct_readings: 1_241_377 },
          ),
        ],
      },
      {
        calls: [
          run(
            'psql -d gauges --json -c "SELECT station_id, sequence, count(*) AS copies … HAVING count(*) > 1 LIMIT 30"',
            files.duplicateRows(30),
          ),
        ],
      },
      {
        say: '**43,529** surplus rows since midnight (1,284,906 stored, 1,241,377 distinct). All stations that were reset are affected; nothing before 03:41 UTC.',
      },
    ],
  },
  {
    at: '2026-05-11T07:34:40Z',
    user: 'Then let us fix the client first. What do you propose?',
    steps: [
      {
        say: 'Three small changes:\n\n- only `close` schedules a retry, and never while one is scheduled;\n- `subscribe` starts at `lastSequence + 1`, and a reading with a known sequence is dropped;\n- the fixed delay of 1,000 ms becomes **exponential backoff with full jitter** (base 500 ms, cap 60,000 ms), because 340 gauges came back in the same second.\n\nI would not touch the store in the same commit.',
      },
    ],
  },
  {
    at: '2026-05-11T07:37:03Z',
    user: 'Agreed. Tests first.',
    steps: [
      {
        calls: [
          read(
            'test/support/fake-gauge.js',
            "import { WebSocketServer } from 'ws';\n\n/** A gauge on a random port that can drop its connections. */\nexport async function fakeGauge({ readings = [] } = {}) {\n  const server = new WebSocketServer({ port: 0 });\n  const subscriptions = [];\n  server.on('connection', (socket) => {\n    socket.on('message', (data) => {\n      const request = JSON.parse(data.toString());\n      subscriptions.push(request.from);\n      for (const reading of readings) socket.send(JSON.stringify(reading));\n    });\n  });\n  await new Promise((done) => server.on('listening', done));\n  return {\n    url: `ws://127.0.0.1:${server.address().port}`,\n    subscriptions,\n    connections: () => server.clients.size,\n    dropAll: () => server.clients.forEach((socket) => socket.terminate()),\n    close: () => new Promise((done) => server.close(done)),\n  };\n}\n",
          ),
        ],
      },
      {
        calls: [
          write(
            'test/gauge-client.test.js',
            "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { GaugeClient } from '../src/gauge/gauge-client.js';\nimport { fakeGauge } from './support/fake-gauge.js';\n\ntest('GaugeClient emits each reading once after a reconnect', async () => {\n  const gauge = await fakeGauge({ readings: [{ sequence: 1, level: 212 }, { sequence: 2, level: 213 }] });\n  const client = new GaugeClient({ id: 'BGO-014' }, { url: gauge.url, random: () => 0 });\n  const seen = [];\n  client.on('reading', ({ sequence }) => seen.push(sequence));\n  client.connect();\n  await settled(() => seen.length === 2);\n  gauge.dropAll();\n  await settled(() => gauge.subscriptions.length === 2);\n  assert.deepEqual(seen, [1, 2]);\n  assert.deepEqual(gauge.subscriptions, [1, 3]);\n  client.close();\n  await gauge.close();\n});\n\ntest('GaugeClient schedules one retry for an error and its close', async () => {\n  const gauge = await fakeGauge();\n  const client = new GaugeClient({ id: 'TOS-002' }, { url: gauge.url, random: () => 0 });\n  client.connect();\n  await settled(() => gauge.connections() === 1);\n  gauge.dropAll();\n  await settled(() => gauge.subscriptions.length === 2);\n  assert.equal(gauge.connections(), 1);\n  client.close();\n  await gauge.close();\n});\n",
          ),
        ],
      },
      {
        calls: [
          run(
            'npm test',
            files.testRun(19, [
              'GaugeClient emits each reading once after a reconnect',
              'GaugeClient schedules one retry for an error and its close',
            ]),
          ),
        ],
      },
      {
        say: 'Both new tests fail for the right reason: 19 pass, **2 fail** (`[1, 2, 1, 2]` instead of `[1, 2]`, and two connections instead of one).',
      },
    ],
  },
  {
    at: '2026-05-11T07:44:29Z',
    user: 'Good. Now the change.',
    steps: [
      {
        calls: [
          write('src/gauge/backoff.js', files.BACKOFF),
          write('src/gauge/gauge-client.js', files.CLIENT_AFTER),
        ],
      },
      { calls: [run('npm test', files.testRun(22))] },
      {
        calls: [
          run(
            'git -C /srv/tidegauge-ingest diff --stat',
            ' src/gauge/backoff.js      | 10 ++++++++++\n src/gauge/gauge-client.js | 41 ++++++++++++++++++++++++-----------------\n test/gauge-client.test.js | 38 ++++++++++++++++++++++++++++++++++++++\n 3 files changed, 72 insertions(+), 17 deletions(-)\n',
          ),
        ],
      },
      {
        say: 'All **22** tests pass. `#retry()` holds one timer, `connect()` keeps its own socket, and `backoffDelayMs()` is a file of its own with a random source that tests can fix.',
      },
    ],
  },
  {
    at: '2026-05-11T07:49:55Z',
    user: 'Why full jitter and not equal jitter?',
    steps: [
      {
        say: 'With **equal jitter** every client waits at least half of the delay, so 340 gauges that lost their connection together still come back in one half of the window. **Full jitter** spreads them over the whole window: for attempt 4 that is 0–8,000 ms, about 43 connections a second instead of 85. The price is that a single gauge may retry almost at once, which does no harm here.',
      },
    ],
  },
  {
    at: '2026-05-11T07:52:18Z',
    user: 'Convinced. Commit that as a fix for #311.',
    steps: [
      {
        calls: [
          run(
            'git -C /srv/tidegauge-ingest commit -am "Reconnect once, and take each reading once (#311)"',
            '[fix/311 9f3c2ae] Reconnect once, and take each reading once (#311)\n 3 files changed, 72 insertions(+), 17 deletions(-)\n create mode 100644 src/gauge/backoff.js\n',
          ),
        ],
      },
      { say: 'Committed as `9f3c2ae` on `fix/311`.' },
    ],
  },
  {
    at: '2026-05-11T08:03:30Z',
    user: 'Now the store. It must not be possible to store a reading twice, whatever the client does.',
    steps: [
      {
        calls: [
          read('src/store/reading-store.js', files.STORE),
          run('psql -d gauges -c "\\d readings"', {
            table: 'readings',
            partitioned_by: 'RANGE (measured_at)',
            columns: [
              'id bigint',
              'station_id text',
              'sequence bigint',
              'level_cm numeric(6,1)',
              'measured_at timestamptz',
              'received_at timestamptz',
            ],
            indexes: ['readings_pkey (id, measured_at)', 'readings_station_time (station_id, measured_at)'],
          }),
        ],
      },
      {
        say: 'One catch: `readings` is **partitioned by `measured_at`**, and PostgreSQL wants the partition key in every unique constraint. So the constraint has to be `UNIQUE (station_id, sequence, measured_at)`. That is equivalent as long as a gauge never sends the same sequence with another time.\n\nIn the store, `INSERT` gets `ON CONFLICT DO NOTHING`.',
      },
    ],
  },
  {
    at: '2026-05-11T08:10:07Z',
    user: 'Can a gauge send the same sequence with another time?',
    steps: [
      {
        calls: [
          run(
            'psql -d gauges -c "SELECT count(*) FROM (SELECT station_id, sequence FROM readings WHERE measured_at >= \'2026-01-01\' GROUP BY 1, 2 HAVING count(DISTINCT measured_at) > 1) AS odd"',
            { count: 118 },
          ),
        ],
      },
      {
        calls: [
          run(
            'psql -d gauges --json -c "SELECT station_id, min(measured_at), max(measured_at) FROM … GROUP BY 1"',
            [
              {
                station_id: 'HAU-019',
                min: '2026-02-03T11:00:00Z',
                max: '2026-02-03T11:58:00Z',
                sequences: 118,
                note: 'clock stepped back by 60 min',
              },
            ],
          ),
        ],
      },
      {
        say: 'It did once: **HAU-019** on 3 February 2026, 118 sequences, when its clock was an hour ahead. Those are real corrections, so the later one should win.',
      },
    ],
  },
  {
    at: '2026-05-11T08:16:41Z',
    user: 'We decided in the team: the later time wins. Never delete the earlier one, mark it as superseded instead.',
    steps: [
      {
        say: 'Understood. Then:\n\n- `UNIQUE (station_id, sequence, measured_at)` keeps exact duplicates out;\n- a new column `superseded_at timestamptz` marks the earlier row when a later time arrives;\n- the API must filter `superseded_at IS NULL`.\n\nI will write it as migration **0042**.',
      },
    ],
  },
  {
    at: '2026-05-11T08:19:22Z',
    user: 'Go.',
    steps: [
      {
        calls: [
          write(
            'migrations/0042_unique_reading.sql',
            files.MIGRATION.replace(
              'UNIQUE (station_id, sequence)',
              'UNIQUE (station_id, sequence, measured_at)',
            ),
          ),
          run(
            'ls -1 migrations',
            '0039_stations.sql\n0040_readings_partition.sql\n0041_station_timezone.sql\n0042_unique_reading.sql\n',
          ),
        ],
      },
      {
        calls: [
          run(
            'createdb gauges_test && DATABASE_URL=postgres:///gauges_test npm run migrate',
            'applied 0039_stations.sql (31 ms)\napplied 0040_readings_partition.sql (212 ms)\napplied 0041_station_timezone.sql (14 ms)\nERROR 0042_unique_reading.sql: canceling statement due to lock timeout\n',
          ),
        ],
      },
      {
        think:
          'lock_timeout 5 s: another session holds a lock on readings. Look before changing the timeout.',
        calls: [
          run(
            "psql -d gauges_test --json -c \"SELECT pid, state, query FROM pg_stat_activity WHERE wait_event_type = 'Lock' OR state = 'idle in transaction'\"",
            [
              {
                pid: 40117,
                state: 'idle in transaction',
                query: 'COPY readings FROM STDIN',
                application_name: 'replay-dump.js',
                since: '2026-05-11T08:18:02Z',
              },
            ],
          ),
        ],
      },
      {
        say: 'The migration is right, but the lock timeout of 5 s hit: `scripts/replay-dump.js` (pid **40117**) is idle in a transaction on the test database since 08:18. I have not ended it. Is that your session?',
      },
    ],
  },
  {
    at: '2026-05-11T08:27:58Z',
    user: 'Mine, ended it. Try again.',
    steps: [
      {
        calls: [
          run(
            'DATABASE_URL=postgres:///gauges_test npm run migrate',
            'applied 0042_unique_reading.sql (1,904 ms)\nup to date: 0042\n',
          ),
        ],
      },
      { say: 'Applied in **1.9 s** on the test database with 2.1 million rows.' },
    ],
  },
];
