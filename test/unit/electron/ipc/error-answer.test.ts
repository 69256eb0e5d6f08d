import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { createErrorAnswer } from '../../../../electron/ipc/error-answer.ts';

function setUp() {
  const logged: unknown[] = [];
  const answer = createErrorAnswer((doing, error) => logged.push([doing, error]), '/data/logs/main.log');
  return { logged, answer };
}

describe('createErrorAnswer', () => {
  it('tells an error that was thrown on purpose as it is', () => {
    const { logged, answer } = setUp();
    const error = new InspectorError('not-found', 'thread 9 is not in the workspace');
    expect(answer(error, 'threads:open')).toEqual({
      code: 'not-found',
      message: 'thread 9 is not in the workspace',
    });
    expect(logged).toEqual([]);
  });

  it('keeps the details of a fault to the log', () => {
    const { logged, answer } = setUp();
    const fault = new TypeError("can't read properties of undefined, at /home/me/secret/file.ts:1");
    const told = answer(fault, 'threads:open');
    expect(told.code).toBe('internal');
    expect(told.message).toContain('/data/logs/main.log');
    expect(told.message).not.toContain('secret');
    expect(logged).toEqual([['threads:open', fault]]);
  });

  it('logs a storage failure too, because its cause stays behind', () => {
    const { logged, answer } = setUp();
    answer(new InspectorError('storage-failed', 'disk full'), 'experiments:pin');
    expect(logged).toHaveLength(1);
  });
});
