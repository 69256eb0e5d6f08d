import { openInMemoryPersistence } from '../../core/persistence/in-memory-persistence.ts';
import { describePersistence } from './persistence-contract.ts';

describePersistence('in-memory', openInMemoryPersistence);
