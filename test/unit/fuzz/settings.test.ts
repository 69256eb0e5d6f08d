import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InspectorError } from '../../../core/domain/errors.ts';
import { openLabPrices } from '../../../electron/services/lab-prices.ts';
import { openModelKey } from '../../../electron/services/model-key.ts';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from '../../../electron/services/settings-file.ts';
import { damagedBytes } from '../../support/fuzz/mutate.ts';
import { Random } from '../../support/fuzz/random.ts';
import { tempDir } from '../../support/temp-dir.ts';

const ROUNDS = 150;
const KEY = 'sk-q7x9-secret';

it('reads any damaged settings file as settings, or keeps it aside as it was', async () => {
  const folder = await tempDir();
  const path = join(folder, 'settings.json');
  await writeSettings(path, {
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    model: { ...DEFAULT_SETTINGS.model, headers: [{ name: 'X-Team', value: 'harbour' }] },
    watchedFolders: ['/logs'],
  });
  const good = await readFile(path);
  const counts = { read: 0, aside: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = damagedBytes(good, new Random(round));
    await writeFile(path, bytes);
    const broken: string[] = [];
    const settings = await readSettings(path, (keptAs) => broken.push(keptAs));
    if (broken.length === 0) counts.read += 1;
    else {
      counts.aside += 1;
      expect(settings).toEqual(DEFAULT_SETTINGS);
      expect(broken).toEqual([`${path}.broken`]);
      expect(Buffer.compare(await readFile(`${path}.broken`), bytes)).toBe(0);
      await rm(`${path}.broken`);
    }
    // What was read can be written and is the same again.
    await writeSettings(path, settings);
    expect(await readSettings(path, (keptAs) => broken.push(keptAs))).toEqual(settings);
    expect(await readdir(folder)).toEqual(['settings.json']);
  }
  expect(counts.read).toBeGreaterThan(5);
  expect(counts.aside).toBeGreaterThan(50);
});

it('says that a damaged key file is damaged, and never what is in it', async () => {
  const path = join(await tempDir(), 'model-key.json');
  const key = openModelKey(path, {
    storage: () => Promise.resolve('plain'),
    encrypt: (text) => Promise.resolve(Buffer.from(text)),
    decrypt: (bytes) =>
      bytes.length > 3 ? Promise.resolve(bytes.toString()) : Promise.reject(new Error(KEY)),
  });
  await key.write(KEY, true);
  const files = [await readFile(path), Buffer.from('{"storage":"encrypted","base64":"c2stcTd4OQ=="}')];
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = new Random(round);
    await writeFile(path, damagedBytes(random.pick(files), random));
    try {
      expect(typeof (await key.read())).toBe('string');
    } catch (error) {
      refused += 1;
      if (!(error instanceof InspectorError)) throw error;
      expect(error.code).toBe('storage-failed');
      expect(error.message).not.toContain('q7x9');
    }
  }
  expect(refused).toBeGreaterThan(30);
});

it('goes on with the usual prices when the file of prices is damaged, and leaves it alone', async () => {
  const path = join(await tempDir(), 'prices.json');
  const open = (onBroken: (why: unknown) => void) =>
    openLabPrices({ path, onChange: () => undefined, onBroken });
  const first = open(() => undefined);
  const [price] = (await first.view()).table;
  if (price === undefined) throw new Error('there are no prices');
  await first.put({ ...price, input: 7 });
  const good = await readFile(path);
  let damaged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = damagedBytes(good, new Random(round));
    await writeFile(path, bytes);
    const view = await open(() => {
      damaged += 1;
    }).view();
    expect(view.table.length).toBeGreaterThan(0);
    for (const { input, output } of view.table) expect(input + output).toBeGreaterThanOrEqual(0);
    expect(Buffer.compare(await readFile(path), bytes)).toBe(0);
  }
  expect(damaged).toBeGreaterThan(50);
});
