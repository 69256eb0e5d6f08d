import { describe, expect, it } from 'vitest';
import { pickSqliteDriver } from '../../../../../core/adapters/sqlite/open-database.ts';

describe('pickSqliteDriver', () => {
  it('takes the current driver from Node-API 10 on', () => {
    expect(pickSqliteDriver('10', undefined)).toBe('current');
    expect(pickSqliteDriver('9', undefined)).toBe('legacy');
    expect(pickSqliteDriver(undefined, undefined)).toBe('legacy');
  });

  it('obeys a forced driver and no other word', () => {
    expect(pickSqliteDriver('10', 'legacy')).toBe('legacy');
    expect(pickSqliteDriver('9', 'current')).toBe('current');
    expect(pickSqliteDriver('9', 'newest')).toBe('legacy');
  });
});
