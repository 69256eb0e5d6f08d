/** The tools of the coding agent, as calls with their answers. */

/** @type {(command: string, result: unknown) => import('./sample-thread.mjs').SampleCall} */
export const run = (command, result) => ({ name: 'run_command', args: { command }, result });
/** @type {(path: string, result: string) => import('./sample-thread.mjs').SampleCall} */
export const read = (path, result) => ({ name: 'read_file', args: { path }, result });
/** @type {(path: string, content: string) => import('./sample-thread.mjs').SampleCall} */
export const write = (path, content) => ({
  name: 'write_file',
  args: { path, content },
  result: { path, bytes: content.length, written: true },
});
