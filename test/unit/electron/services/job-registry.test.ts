import { describe, expect, it } from 'vitest';
import { createJobRegistry } from '../../../../electron/services/job-registry.ts';

/** Work that ends when it is cancelled, and says so. */
const untilCancelled =
  (said: string[], name: string) =>
  (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        said.push(name);
        resolve();
      });
    });

describe('createJobRegistry', () => {
  it('cancels the job that is named and no other', async () => {
    const jobs = createJobRegistry(() => undefined);
    const said: string[] = [];
    jobs.start('a', untilCancelled(said, 'a'));
    jobs.start('b', untilCancelled(said, 'b'));
    jobs.cancel('a');
    jobs.cancel('never started');
    expect(said).toEqual(['a']);
    await jobs.close();
    expect(said).toEqual(['a', 'b']);
  });

  it('refuses a second job of a name that is still running, and takes it afterwards', async () => {
    const jobs = createJobRegistry(() => undefined);
    jobs.start('a', untilCancelled([], 'a'));
    expect(() => {
      jobs.start('a', async () => undefined);
    }).toThrow('job a is still running');
    await jobs.close();
    let ran = false;
    jobs.start('a', async () => {
      ran = true;
    });
    expect(ran).toBe(true);
  });

  it('tells a fault of the work instead of passing it on', async () => {
    const faults: unknown[] = [];
    const jobs = createJobRegistry((jobId, error) => faults.push([jobId, String(error)]));
    jobs.start('a', () => Promise.reject(new Error('broken')));
    await jobs.close();
    expect(faults).toEqual([['a', 'Error: broken']]);
  });
});
