import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { useThreadStore } from '../../stores/thread-store.ts';
import { runSummarizer } from './run-summarizer.ts';

const PolicyPanel = later('next', async () => (await import('./PolicyPanel.tsx')).PolicyPanel);

export const feature: Feature = {
  PolicyPanel,
  commands: [
    {
      id: 'run-summarizer',
      title: 'Run summarizer',
      group: 'Policy',
      shortcut: 'mod+enter',
      menu: 'run-summarizer',
      keywords: ['experiment', 'summarize'],
      isEnabled: () => useThreadStore.getState().overview.state === 'ready',
      run: () => {
        const { overviewOf } = useThreadStore.getState();
        if (overviewOf !== null) void runSummarizer(overviewOf);
      },
    },
  ],
};
