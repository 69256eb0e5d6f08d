import { safeStorage } from 'electron';
import type { KeyStorage, SecretCipher } from './model-key.ts';

/**
 * Electron's safeStorage, honest about Linux: without a keyring it would obscure a secret with a password
 * that everybody knows, which is no better than plain text and is treated as such. The older Electron that
 * development may fall back to has only the calls that block the window, and counts as without a keyring.
 */
export function createSafeStorageCipher(platform: NodeJS.Platform): SecretCipher {
  let known: Promise<KeyStorage> | null = null;
  return {
    storage: () => (known ??= askSystem(platform)),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: async (bytes) => (await safeStorage.decryptStringAsync(bytes)).result,
  };
}

async function askSystem(platform: NodeJS.Platform): Promise<KeyStorage> {
  if (!('isAsyncEncryptionAvailable' in safeStorage)) return 'plain';
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'plain';
  if (platform !== 'linux') return 'encrypted';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'plain' : 'encrypted';
}
