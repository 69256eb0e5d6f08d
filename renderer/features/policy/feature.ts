import type { Feature } from '../../app/feature.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { PolicyPanel } from './PolicyPanel.tsx';
import { runSummarizer } from './run-summarizer.ts';

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
