import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModelKey, type KeyStorage, type SecretCipher } from '../../../../electron/services/model-key.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const KEY = 'sk-test-1234567890';

/** A keyring that turns text around; `secret` stands for the one it was made with. */
function keyring(storage: KeyStorage, secret = 'a'): SecretCipher {
  const turned = (text: string): string => Array.from(text).reverse().join('');
  return {
    storage: async () => storage,
    encrypt: async (text) => Buffer.from(`${secret}:${turned(text)}`),
    decrypt: async (bytes) => {
      const text = bytes.toString();
      if (!text.startsWith(`${secret}:`)) throw new Error('wrong keyring');
      return turned(text.slice(secret.length + 1));
    },
  };
}

describe('openModelKey', () => {
  it('keeps a key encrypted where there is a keyring, without asking', async () => {
    const path = join(await tempDir(), 'model-key.json');
    const key = openModelKey(path, keyring('encrypted'));
    expect(await key.has()).toBe(false);
    expect(await key.read()).toBeNull();
    await key.write(KEY, false);
    expect(await readFile(path, 'utf8')).not.toContain(KEY);
    expect(await key.has()).toBe(true);
    expect(await key.read()).toBe(KEY);
    await key.clear();
    expect(await key.has()).toBe(false);
  });

  it('keeps a key unencrypted only when that was agreed to', async () => {
    const path = join(await tempDir(), 'model-key.json');
    const key = openModelKey(path, keyring('plain'));
    await expect(key.write(KEY, false)).rejects.toMatchObject({ code: 'refused' });
    expect(await key.has()).toBe(false);
    await key.write(KEY, true);
    expect(await key.read()).toBe(KEY);
  });

  it('keeps no key where nothing can', async () => {
    const key = openModelKey(join(await tempDir(), 'model-key.json'), keyring('unavailable'));
    await expect(key.write(KEY, true)).rejects.toMatchObject({ code: 'storage-failed' });
  });

  it('asks for the key again when it was encrypted with another keyring', async () => {
    const path = join(await tempDir(), 'model-key.json');
    await openModelKey(path, keyring('encrypted', 'a')).write(KEY, false);
    const moved = openModelKey(path, keyring('encrypted', 'b'));
    await expect(moved.read()).rejects.toThrow('enter it again');
  });

  it('never quotes a damaged file, which may hold the key', async () => {
    const path = join(await tempDir(), 'model-key.json');
    await writeFile(path, `{"storage":"plain","key":"${KEY}"`);
    const key = openModelKey(path, keyring('plain'));
    const error: unknown = await key.read().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'storage-failed' });
    expect(error).not.toHaveProperty('cause');
    expect(String(error)).not.toContain(KEY);
  });
});
