import { parentPort } from 'node:worker_threads';
import { serveWatching } from '../services/serve-watching.ts';

if (parentPort === null) throw new Error('watch-worker is started as a worker thread');
serveWatching(parentPort);
