import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { LabFeed } from './LabFeed.tsx';
import { startReplay, stopReplay, togglePlaying } from './replay-control.ts';
import { ReplayClock } from './ReplayClock.tsx';

const LabTab = later('rest', async () => (await import('./LabTab.tsx')).LabTab);
const PricesDialog = later('rest', async () => (await import('./PricesDialog.tsx')).PricesDialog);

const isEnabled = (): boolean => useThreadStore.getState().overview.state === 'ready';

export const feature: Feature = {
  tabs: [{ id: 'lab', label: 'Lab', Body: LabTab }],
  Overlays: [LabFeed, ReplayClock],
  dialogs: { prices: PricesDialog },
  commands: [
    {
      id: 'view-lab',
      title: 'Show the lab',
      group: 'View',
      shortcut: 'mod+4',
      menu: 'view-lab',
      keywords: ['sweep', 'heat map', 'threshold', 'recommend', 'tune'],
      isEnabled,
      run: () => {
        viewActions().showTab('lab');
      },
    },
    {
      id: 'prices',
      title: 'Edit prices…',
      group: 'Window',
      shortcut: null,
      menu: null,
      keywords: ['cost', 'model', 'dollars', 'cache'],
      run: () => {
        viewActions().openDialog('prices');
      },
    },
    {
      id: 'replay',
      title: 'Replay the thread under this policy',
      group: 'Policy',
      shortcut: null,
      menu: null,
      keywords: ['step', 'play', 'simulate', 'why'],
      isEnabled,
      run: startReplay,
    },
    {
      id: 'replay-play',
      title: 'Play or pause the replay (Space)',
      group: 'Policy',
      shortcut: null,
      menu: null,
      isEnabled,
      run: togglePlaying,
    },
    {
      id: 'replay-stop',
      title: 'End the replay',
      group: 'Policy',
      shortcut: null,
      menu: null,
      isEnabled,
      run: stopReplay,
    },
  ],
};
