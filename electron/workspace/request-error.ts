import { sqliteCode } from '../../core/adapters/sqlite/sqlite-code.ts';
import type { RequestError } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';

/** A failure as the window is told it. */
export function requestError(error: unknown): RequestError {
  if (error instanceof InspectorError) return { code: error.code, message: error.message };
  const code = sqliteCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (code.startsWith('SQLITE_FULL')) {
    return {
      code: 'storage-failed',
      message: 'The disk is full. Free some space and try again; nothing was lost.',
    };
  }
  if (code.startsWith('SQLITE_')) {
    return { code: 'storage-failed', message: `The workspace can't be read or written: ${reason}` };
  }
  return { code: 'internal', message: reason };
}
