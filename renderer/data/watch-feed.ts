import { onEvent, request } from '../app/inspector-api.ts';
import { toastActions } from '../stores/toast-store.ts';
import { useWatchStore } from '../stores/watch-store.ts';

/** Follows watched folders. @returns A function that stops. */
export function startWatchFeed(): () => void {
  const { put } = useWatchStore.getState().actions;
  let isTold = false;
  const stops = [
    onEvent('watch:changed', ({ folders }) => {
      isTold = true;
      put(folders);
    }),
    onEvent('watch:problem', ({ path, message }) => {
      toastActions().complain(`${path.split(/[/\\]/).at(-1) ?? path} can’t be read: ${message}`);
    }),
  ];
  void request('watch:list', {}).then((result) => {
    if (result.ok && !isTold) put(result.value);
  });
  return () => {
    for (const stop of stops) stop();
  };
}
