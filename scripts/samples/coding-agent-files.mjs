/** What the coding agent's tools answer: sources, logs and test runs of an invented service. */

export const CLIENT_BEFORE = `import { EventEmitter } from 'node:events';
import WebSocket from 'ws';
import { parseReading } from './parse-reading.js';
import { logger } from '../log.js';

const RETRY_DELAY_MS = 1000;

/** One connection to one tide gauge. Emits 'reading'. */
export class GaugeClient extends EventEmitter {
  constructor(station, options = {}) {
    super();
    this.station = station;
    this.url = options.url ?? \`wss://gauges.example.net/v2/\${station.id}\`;
    this.closed = false;
    this.lastSequence = 0;
  }

  connect() {
    this.socket = new WebSocket(this.url, { handshakeTimeout: 10_000 });
    this.socket.on('open', () => {
      logger.info({ station: this.station.id }, 'connected');
      this.socket.send(JSON.stringify({ type: 'subscribe', from: this.lastSequence }));
    });
    this.socket.on('message', (data) => {
      const reading = parseReading(data.toString());
      this.lastSequence = reading.sequence;
      this.emit('reading', reading);
    });
    this.socket.on('close', () => this.retry());
    this.socket.on('error', (error) => {
      logger.warn({ station: this.station.id, error: error.message }, 'socket error');
      this.retry();
    });
  }

  retry() {
    if (this.closed) return;
    setTimeout(() => this.connect(), RETRY_DELAY_MS);
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
`;

export const CLIENT_AFTER = `import { EventEmitter } from 'node:events';
import WebSocket from 'ws';
import { backoffDelayMs } from './backoff.js';
import { parseReading } from './parse-reading.js';
import { logger } from '../log.js';

/** One connection to one tide gauge. Emits 'reading', each sequence number once. */
export class GaugeClient extends EventEmitter {
  #retryTimer = null;
  #attempt = 0;

  constructor(station, options = {}) {
    super();
    this.station = station;
    this.url = options.url ?? \`wss://gauges.example.net/v2/\${station.id}\`;
    this.closed = false;
    this.lastSequence = 0;
    this.random = options.random ?? Math.random;
  }

  connect() {
    const socket = new WebSocket(this.url, { handshakeTimeout: 10_000 });
    this.socket = socket;
    socket.on('open', () => {
      this.#attempt = 0;
      logger.info({ station: this.station.id }, 'connected');
      socket.send(JSON.stringify({ type: 'subscribe', from: this.lastSequence + 1 }));
    });
    socket.on('message', (data) => {
      const reading = parseReading(data.toString());
      // After a reconnect the gauge sends its last readings again.
      if (reading.sequence <= this.lastSequence) return;
      this.lastSequence = reading.sequence;
      this.emit('reading', reading);
    });
    // 'error' is always followed by 'close', so only one of them schedules a retry.
    socket.on('error', (error) => {
      logger.warn({ station: this.station.id, error: error.message }, 'socket error');
    });
    socket.on('close', () => this.#retry());
  }

  #retry() {
    if (this.closed || this.#retryTimer !== null) return;
    const delay = backoffDelayMs(this.#attempt++, this.random);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.connect();
    }, delay);
  }

  close() {
    this.closed = true;
    clearTimeout(this.#retryTimer);
    this.socket?.close();
  }
}
`;

export const BACKOFF = `const BASE_MS = 500;
const CAP_MS = 60_000;

/** Full jitter: anything between 0 and the doubled delay, so that 340 gauges don't come back at once. */
export function backoffDelayMs(attempt, random = Math.random) {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  return Math.floor(random() * ceiling);
}
`;

export const STORE = `import { pool } from '../db.js';

const INSERT = \`
  INSERT INTO readings (station_id, sequence, level_cm, measured_at, received_at)
  VALUES ($1, $2, $3, $4, now())
\`;

/** Writes readings in batches of 500. */
export class ReadingStore {
  #batch = [];
  #timer = null;

  add(reading) {
    this.#batch.push(reading);
    if (this.#batch.length >= 500) return this.flush();
    this.#timer ??= setTimeout(() => this.flush(), 250);
    return Promise.resolve();
  }

  async flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#batch.splice(0);
    if (batch.length === 0) return;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (const { stationId, sequence, levelCm, measuredAt } of batch) {
        await client.query(INSERT, [stationId, sequence, levelCm, measuredAt]);
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }
}
`;

export const MIGRATION = `-- 0042_unique_reading.sql
BEGIN;
SET LOCAL lock_timeout = '5s';

CREATE TEMP TABLE keep ON COMMIT DROP AS
  SELECT min(id) AS id FROM readings GROUP BY station_id, sequence;

DELETE FROM readings r
 WHERE NOT EXISTS (SELECT 1 FROM keep k WHERE k.id = r.id);

ALTER TABLE readings
  ADD CONSTRAINT readings_station_sequence_key UNIQUE (station_id, sequence);

COMMIT;
`;

export const PACKAGE = JSON.stringify(
  {
    name: 'tidegauge-ingest',
    version: '2.3.4',
    type: 'module',
    engines: { node: '>=20.11' },
    scripts: {
      start: 'node src/main.js',
      test: 'node --test test/',
      migrate: 'node scripts/migrate.js',
      lint: 'eslint .',
    },
    dependencies: { pg: '8.13.1', pino: '9.5.0', ws: '8.18.0', zod: '3.24.1' },
    devDependencies: { eslint: '9.17.0', 'pg-mem': '3.0.4' },
  },
  null,
  2,
);

export const TREE = `src/
  main.js
  db.js
  log.js
  metrics.js
  gauge/
    gauge-client.js
    parse-reading.js
    station-list.js
  store/
    reading-store.js
    retention.js
  api/
    server.js
    routes/levels.js
    routes/stations.js
scripts/
  migrate.js
  replay-dump.js
migrations/
  0039_stations.sql
  0040_readings_partition.sql
  0041_station_timezone.sql
test/
  gauge-client.test.js
  parse-reading.test.js
  reading-store.test.js
  support/fake-gauge.js
docs/
  runbook.md
`;

const STATIONS = ['BGO-014', 'TOS-002', 'SVG-031', 'OSL-007', 'HAU-019', 'KSU-005'];

/** @param {number} count */
export function reconnectLog(count) {
  const lines = [];
  for (let index = 0; index < count; index += 1) {
    const station = STATIONS[index % STATIONS.length];
    const second = String(12 + Math.floor(index / 4)).padStart(2, '0');
    const ms = String((index * 137) % 1000).padStart(3, '0');
    const level = index % 3 === 0 ? 'warn' : 'info';
    const message = index % 3 === 0 ? 'socket error' : index % 3 === 1 ? 'connected' : 'duplicate reading';
    lines.push(
      JSON.stringify({
        level,
        time: `2026-05-11T03:41:${second}.${ms}Z`,
        station,
        sequence: 880_140 + index * 3,
        msg: message,
        ...(index % 3 === 0 ? { error: 'read ECONNRESET' } : {}),
      }),
    );
  }
  return lines.join('\n');
}

/** @param {number} count */
export function duplicateRows(count) {
  const rows = [];
  for (let index = 0; index < count; index += 1) {
    rows.push({
      station_id: STATIONS[index % STATIONS.length],
      sequence: 880_140 + index * 3,
      copies: 2 + (index % 3),
      first_id: 41_220_900 + index * 17,
      last_received: `2026-05-11T03:4${1 + (index % 5)}:${String((index * 7) % 60).padStart(2, '0')}Z`,
    });
  }
  return rows;
}

/**
 * @param {number} passed
 * @param {readonly string[]} failures
 */
export function testRun(passed, failures = []) {
  const names = [
    'parseReading reads a level in centimetres',
    'parseReading refuses a reading without a sequence',
    'GaugeClient subscribes from the last sequence',
    'GaugeClient emits each reading once after a reconnect',
    'GaugeClient schedules one retry for an error and its close',
    'GaugeClient stops retrying when it is closed',
    'backoffDelayMs never exceeds a minute',
    'ReadingStore flushes after 500 readings',
    'ReadingStore ignores a reading it has already',
    'retention drops partitions older than 400 days',
  ];
  const lines = ['TAP version 13'];
  for (let index = 0; index < passed + failures.length; index += 1) {
    const failure = failures[index - passed];
    const name = failure ?? `${names[index % names.length]}${index >= names.length ? ` (${index})` : ''}`;
    lines.push(`${failure === undefined ? 'ok' : 'not ok'} ${index + 1} - ${name}`);
    lines.push('  ---', `  duration_ms: ${(3.1 + ((index * 29) % 70) / 10).toFixed(3)}`, '  ...');
  }
  lines.push(`1..${passed + failures.length}`, `# pass ${passed}`, `# fail ${failures.length}`);
  return lines.join('\n');
}
