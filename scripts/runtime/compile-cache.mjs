import module from 'node:module';

/** Keeps compiled code between runs, where this Node can (22.8): a third of the start of a short command. */
export function enableCompileCache() {
  if ('enableCompileCache' in module) module.enableCompileCache();
}
