import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { SettingsView } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { writeTextFile } from './text-file.ts';

export type KeyStorage = SettingsView['model']['keyStorage'];

/** The system's way to keep a secret; Electron's safeStorage in the app. */
export interface SecretCipher {
  /** Asks the system, which may take a while the first time. */
  storage(): Promise<KeyStorage>;
  encrypt(text: string): Promise<Buffer>;
  decrypt(bytes: Buffer): Promise<string>;
}

/** Keeps the model's key in a file of its own. The key leaves it only to be sent to the model. */
export interface ModelKey {
  storage(): Promise<KeyStorage>;
  has(): Promise<boolean>;
  /**
   * @returns null when none is kept.
   * @throws InspectorError 'storage-failed' when one is kept that this machine can't decrypt.
   */
  read(): Promise<string | null>;
  /** @throws InspectorError 'refused' when it would be kept unencrypted and that wasn't agreed to. */
  write(key: string, allowPlain: boolean): Promise<void>;
  clear(): Promise<void>;
}

const KEY_FILE_SCHEMA = z.union([
  z.object({ storage: z.literal('encrypted'), base64: z.base64() }),
  z.object({ storage: z.literal('plain'), key: z.string() }),
]);
type KeyFile = z.infer<typeof KEY_FILE_SCHEMA>;

export function openModelKey(path: string, cipher: SecretCipher): ModelKey {
  return {
    storage: () => cipher.storage(),
    has: async () => (await readKeyFile(path)) !== null,
    read: async () => {
      const file = await readKeyFile(path);
      if (file === null) return null;
      return file.storage === 'plain' ? file.key : decrypted(cipher, file.base64);
    },
    write: async (key, allowPlain) => {
      await writeTextFile(path, JSON.stringify(await sealed(cipher, key, allowPlain)));
    },
    clear: async () => {
      await rm(path, { force: true });
    },
  };
}

async function sealed(cipher: SecretCipher, key: string, allowPlain: boolean): Promise<KeyFile> {
  const storage = await cipher.storage();
  switch (storage) {
    case 'encrypted':
      return { storage, base64: (await cipher.encrypt(key)).toString('base64') };
    case 'plain':
      if (allowPlain) return { storage, key };
      throw new InspectorError(
        'refused',
        'This machine has no keyring, so the key would be kept unencrypted in a file only you can read: agree to that, or unlock a keyring and start Tidemark again.',
      );
    case 'unavailable':
      throw new InspectorError('storage-failed', 'This machine offers no way to keep a key.');
  }
}

async function decrypted(cipher: SecretCipher, base64: string): Promise<string> {
  try {
    return await cipher.decrypt(Buffer.from(base64, 'base64'));
  } catch (cause) {
    throw new InspectorError(
      'storage-failed',
      "The model's key was encrypted with another keyring and can't be read: enter it again in the settings.",
      { cause },
    );
  }
}

async function readKeyFile(path: string): Promise<KeyFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return KEY_FILE_SCHEMA.parse(JSON.parse(text));
  } catch {
    // No cause: the parser's message would quote the file, and with it the key.
    throw new InspectorError(
      'storage-failed',
      "The file with the model's key is damaged: enter the key again in the settings.",
    );
  }
}
