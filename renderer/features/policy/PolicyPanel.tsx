import { useEffect, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import type { PolicyPreview } from '../../../core/replay/index.ts';
import { usePolicy, usePreview } from '../../app/use-preview.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { valueOf } from '../../data/async.ts';
import { isModelReady } from '../../selectors/model-ready.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { ExperimentList } from '../experiments/ExperimentList.tsx';
import { InstructionKnob } from './InstructionKnob.tsx';
import { KeepKnob } from './KeepKnob.tsx';
import { ModelKnob } from './ModelKnob.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import { RunSection } from './RunSection.tsx';
import { ThresholdKnob } from './ThresholdKnob.tsx';

/** The knobs at the right, with what they do to the thread that is shown. */
export function PolicyPanel(): ReactElement {
  const overview = valueOf(useThreadStore((state) => state.overview));
  return (
    <div className="flex h-full min-w-65 flex-col gap-4 overflow-y-auto px-3.5 py-3.5">
      <h2 className="section-label">Policy</h2>
      {overview === null ? <Knobs overview={null} preview={null} /> : <ForThread overview={overview} />}
    </div>
  );
}

function ForThread({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const preview = usePreview(overview);
  const policy = usePolicy();
  const hasInstruction = usePolicyStore((state) => state.knobs.instruction.trim() !== '');
  useForgottenModel();
  return (
    <>
      <Knobs overview={overview} preview={preview} />
      <PreviewCard overview={overview} preview={preview} policy={policy} />
      <RunSection thread={overview.thread} disabledReason={whyNotRun(policy, preview, hasInstruction)} />
      <ExperimentList thread={overview.thread} />
    </>
  );
}

function Knobs({
  overview,
  preview,
}: {
  readonly overview: ThreadOverview | null;
  readonly preview: PolicyPreview | null;
}): ReactElement {
  const summarizer = usePolicyStore((state) => state.knobs.summarizer);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const runCount = overview?.runCount ?? null;
  return (
    <section aria-label="Knobs" className="flex flex-col gap-2.5">
      <Segmented
        label="Summarizer"
        value={summarizer}
        options={[
          { value: 'llm', label: 'LLM' },
          { value: 'sliding-window', label: 'Sliding' },
          { value: 'none', label: 'None' },
        ]}
        onChange={(value) => {
          turnKnob('summarizer', value);
        }}
      />
      {summarizer === 'llm' ? (
        <>
          <ThresholdKnob preview={preview} />
          <KeepKnob knob="keepRecentCount" runCount={runCount} />
          <InstructionKnob />
          <ModelKnob />
        </>
      ) : null}
      {summarizer === 'sliding-window' ? <KeepKnob knob="keepCount" runCount={runCount} /> : null}
    </section>
  );
}

function whyNotRun(policy: PolicySpec, preview: PolicyPreview, hasInstruction: boolean): string | null {
  if (policy.summarizer === 'none') return 'There is no summarizer to run.';
  if (preview.foldCalls.length === 0) return 'Under this policy nothing is ever folded on this thread.';
  if (policy.summarizer === 'llm' && !hasInstruction)
    return 'Without an instruction the summarizer does nothing.';
  return null;
}

/** A model that was configured once and no longer is can't be the one in force. */
function useForgottenModel(): void {
  const settings = useSettingsStore((state) => state.settings);
  const model = usePolicyStore((state) => state.knobs.model);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const isGone = settings.state === 'ready' && !isModelReady(settings.value.model) && model === 'configured';
  useEffect(() => {
    if (isGone) turnKnob('model', 'offline');
  }, [isGone, turnKnob]);
}
