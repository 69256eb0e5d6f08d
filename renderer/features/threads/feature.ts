import type { Feature } from '../../app/feature.ts';
import { valueOf } from '../../data/async.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { removeThread } from './remove-thread.ts';
import { THREAD_SEARCH_ID } from './ThreadSearch.tsx';

const isThreadShown = (): boolean => useThreadStore.getState().overview.state === 'ready';

export const feature: Feature = {
  commands: [
    {
      id: 'search-threads',
      title: 'Search threads',
      group: 'Go',
      shortcut: 'mod+shift+f',
      menu: null,
      keywords: ['find', 'filter', 'workspace'],
      run: () => {
        useViewStore.getState().actions.setPanels({ sidebar: true });
        const focus = (): void => document.getElementById(THREAD_SEARCH_ID)?.focus();
        focus();
        // A collapsed panel takes a frame to open.
        requestAnimationFrame(focus);
      },
    },
    {
      id: 'remove-thread',
      title: 'Remove thread from the workspace',
      group: 'Thread',
      shortcut: null,
      menu: null,
      keywords: ['delete'],
      isEnabled: isThreadShown,
      run: () => {
        const overview = valueOf(useThreadStore.getState().overview);
        if (overview !== null) void removeThread(overview);
      },
    },
  ],
};
