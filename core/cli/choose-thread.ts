import type { ThreadDocument } from '../domain/thread.ts';
import { CliError, EXIT } from './cli-io.ts';
import type { Inputs } from './read-inputs.ts';

/**
 * The one thread a command works on.
 *
 * @throws CliError when the input has none, or several and `--thread` doesn't say which.
 */
export function onlyThread(inputs: Inputs): ThreadDocument {
  const [thread, ...others] = inputs.threads;
  if (thread === undefined) throw new CliError(EXIT.nothingRead, 'no thread could be read');
  if (others.length === 0) return thread;
  const ids = inputs.threads.map(({ threadId }) => threadId).slice(0, 5);
  throw new CliError(
    EXIT.wrongUsage,
    `there are ${inputs.threads.length} threads; name one with --thread: ${ids.join(', ')}${inputs.threads.length > ids.length ? ', …' : ''}`,
  );
}
