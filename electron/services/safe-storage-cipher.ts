import { safeStorage } from 'electron';
import type { KeyStorage, SecretCipher } from './model-key.ts';

/** What an Electron without the calls below has: these wait for the keyring. */
interface WaitingStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(bytes: Buffer): string;
}

const waiting: WaitingStorage = safeStorage;

/**
 * Electron's safeStorage, honest about Linux: without a keyring it would obscure a secret with a password
 * that everybody knows, which is no better than plain text and is treated as such.
 */
export function createSafeStorageCipher(platform: NodeJS.Platform): SecretCipher {
  let known: Promise<KeyStorage> | null = null;
  return {
    storage: () => (known ??= askSystem(platform)),
    encrypt: async (text) => (isAsync() ? safeStorage.encryptStringAsync(text) : waiting.encryptString(text)),
    decrypt: async (bytes) =>
      isAsync() ? (await safeStorage.decryptStringAsync(bytes)).result : waiting.decryptString(bytes),
  };
}

const isAsync = (): boolean => 'isAsyncEncryptionAvailable' in safeStorage;

async function askSystem(platform: NodeJS.Platform): Promise<KeyStorage> {
  const isAvailable = isAsync()
    ? await safeStorage.isAsyncEncryptionAvailable()
    : waiting.isEncryptionAvailable();
  if (!isAvailable) return 'plain';
  if (platform !== 'linux') return 'encrypted';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'plain' : 'encrypted';
}
