import { InspectorError } from '../../core/domain/errors.ts';
import type { RequestError } from '../../core/contract.ts';

/** What went wrong as the window may know it: code and sentence, never a stack. */
export type ErrorAnswer = (error: unknown, doing: string) => RequestError;

/**
 * Errors that core throws on purpose are told as they are. Any other is a fault of the app: it is logged
 * with all it holds, and the window learns only that it happened.
 */
export function createErrorAnswer(
  logError: (doing: string, error: unknown) => void,
  logFile: string,
): ErrorAnswer {
  return (error, doing) => {
    if (error instanceof InspectorError) {
      if (error.code === 'internal' || error.code === 'storage-failed') logError(doing, error);
      return { code: error.code, message: error.message };
    }
    logError(doing, error);
    return {
      code: 'internal',
      message: `Tidemark could not do this because of a fault of its own; the log has the details: ${logFile}`,
    };
  };
}
