import { useDeferredValue, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { labActions, useLabStore, type LabSection } from '../../stores/lab-store.ts';
import { CalibrationSection } from './CalibrationSection.tsx';
import { CostSection } from './CostSection.tsx';
import { ReplaySection } from './ReplaySection.tsx';
import { SweepSection } from './SweepSection.tsx';

/** Find the right policy, and see why: tried on a grid, step by step, in money, and against what was reported. */
export function LabTab({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const chosen = useLabStore((state) => state.section);
  // Deferred also the first time: the tab answers at once, and its parts are drawn in slices.
  const section = useDeferredValue<LabSection | null>(chosen, null);
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 px-5 pt-3.5 pb-2">
        <Segmented
          label="Part of the lab"
          size="small"
          className="w-fit"
          value={chosen}
          options={[
            { value: 'sweep', label: 'Sweep' },
            { value: 'replay', label: 'Replay' },
            { value: 'cost', label: 'Cost' },
            { value: 'calibration', label: 'Calibration' },
          ]}
          onChange={(next) => {
            labActions().showSection(next);
          }}
        />
      </div>
      <div
        // Another part begins at its top.
        key={section}
        role="region"
        aria-label="Lab"
        // Calibration holds nothing else that could be focused to scroll it by key.
        tabIndex={section === 'calibration' ? 0 : -1}
        className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-x-hidden overflow-y-auto px-5 pt-1.5 pb-5"
      >
        {section === 'sweep' ? <SweepSection overview={overview} /> : null}
        {section === 'replay' ? <ReplaySection overview={overview} /> : null}
        {section === 'cost' ? <CostSection overview={overview} /> : null}
        {section === 'calibration' ? <CalibrationSection overview={overview} /> : null}
      </div>
    </div>
  );
}
