import { Suspense, type ReactElement } from 'react';
import type { ThreadOverview } from '../../core/contract.ts';
import { TabBody, TabRow, Tabs } from '../components/Tabs.tsx';
import { ThreadHeader } from '../features/header/ThreadHeader.tsx';
import { useViewStore, viewActions } from '../stores/view-store.ts';
import { TABS } from './features.ts';

/** A thread: what it is, and its tabs. */
export function OpenThread({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const tab = useViewStore((state) => state.tab);
  return (
    <Tabs
      value={tab}
      className="flex h-full flex-col"
      onChange={(value) => {
        const found = TABS.find((candidate) => candidate.id === value);
        if (found !== undefined) viewActions().showTab(found.id);
      }}
    >
      <div className="shrink-0 border-b border-line bg-surface px-5 pt-3.5">
        <ThreadHeader overview={overview} />
        <TabRow
          label="Views of the thread"
          tabs={TABS.map(({ id, label, Note }) => ({
            value: id,
            label,
            ...(Note === undefined ? {} : { note: <Note overview={overview} /> }),
          }))}
        />
      </div>
      {TABS.map(({ id, label, Body }) => (
        <TabBody key={id} value={id} className="min-h-0 flex-1 outline-none">
          <h2 className="sr-only">{label}</h2>
          <Suspense fallback={null}>
            <Body overview={overview} />
          </Suspense>
        </TabBody>
      ))}
    </Tabs>
  );
}
