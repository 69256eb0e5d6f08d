import { request } from '../../app/inspector-api.ts';
import { toastActions } from '../../stores/toast-store.ts';

export async function watchFolder(): Promise<void> {
  const result = await request('watch:choose', {});
  if (!result.ok) toastActions().complain(result.error.message);
}

export async function stopWatching(path: string): Promise<void> {
  const result = await request('watch:remove', { path });
  if (result.ok) toastActions().say('The folder is not watched any more. What came in from it stays.');
  else toastActions().complain(result.error.message);
}
