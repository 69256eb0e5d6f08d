import { randomUUID } from 'node:crypto';
import { idSource, type IdSource } from '../domain/id-source.ts';
import type { PersistenceOptions } from '../persistence/conversation-persistence.ts';

/** Random ids of every kind, as the SDK makes them. */
export const uuidIds: IdSource = idSource(randomUUID);

/** The machine's clock and random ids, for a store. */
export const systemOptions: PersistenceOptions = { nowMs: Date.now, newId: randomUUID };
