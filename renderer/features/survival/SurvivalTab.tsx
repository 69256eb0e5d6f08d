import { useState, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { ViewSelect } from '../diff/DiffToolbar.tsx';
import { useDiffChoice } from '../diff/use-diff-summary.ts';
import { AlignmentSection } from './AlignmentSection.tsx';
import { ClassesSection } from './ClassesSection.tsx';
import { GenerationsSection } from './GenerationsSection.tsx';
import { XraySection } from './XraySection.tsx';

type Section = 'classes' | 'generations' | 'alignment' | 'xray';

/** What of the covered runs can still be found: fact by fact, summary by summary, sentence by sentence. */
export function SurvivalTab({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const [section, setSection] = useState<Section>('classes');
  const choice = useDiffChoice(overview);
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-3.5 pb-2">
        <Segmented
          label="Part of survival"
          size="small"
          value={section}
          options={[
            { value: 'classes', label: 'What survives' },
            { value: 'generations', label: 'Generations' },
            { value: 'alignment', label: 'Alignment' },
            { value: 'xray', label: 'X-ray' },
          ]}
          onChange={setSection}
        />
        <span className="flex-1" />
        <ViewSelect overview={overview} choice={choice} />
      </div>
      <div
        role="region"
        aria-label="Survival"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-x-hidden overflow-y-auto px-5 pt-1.5 pb-5"
      >
        {section === 'classes' ? <ClassesSection overview={overview} /> : null}
        {section === 'generations' ? <GenerationsSection overview={overview} /> : null}
        {section === 'alignment' ? <AlignmentSection overview={overview} /> : null}
        {section === 'xray' ? <XraySection overview={overview} /> : null}
      </div>
    </div>
  );
}
