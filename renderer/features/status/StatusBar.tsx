import { Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { calibrate, indexProfile } from '../../../core/replay/index.ts';
import { counted, percent } from '../../components/format.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { valueOf } from '../../data/async.ts';
import { isModelConfigured } from '../../selectors/is-model-configured.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { changeTextSize, nextTheme, THEME_NAMES } from './appearance.ts';

/** What holds for the whole window: model, workspace, how good the estimates are, looks. */
export function StatusBar(): ReactElement {
  return (
    <footer className="flex h-6.5 shrink-0 items-center gap-4 border-t border-line bg-surface px-3 text-sm text-muted">
      <ModelState />
      <WorkspaceTotals />
      <EstimateError />
      <span className="flex-1" />
      <Looks />
    </footer>
  );
}

function ModelState(): ReactElement | null {
  const model = useSettingsStore((state) => valueOf(state.settings)?.model ?? null);
  if (model === null) return null;
  const isConfigured = isModelConfigured(model);
  return (
    <Tooltip
      side="top"
      text={
        isConfigured
          ? `Summaries can be made by ${model.modelName} at ${model.baseUrl}.`
          : 'No model is configured: summaries come from the built-in extractive model, without any network.'
      }
    >
      <button
        type="button"
        className="flex items-center gap-1.5 rounded hover:text-text"
        onClick={() => {
          viewActions().openDialog('settings');
        }}
      >
        <span aria-hidden className={`size-1.75 rounded-full ${isConfigured ? 'bg-accent' : 'bg-kept'}`} />
        {isConfigured ? model.modelName : 'Offline model'}
      </button>
    </Tooltip>
  );
}

function WorkspaceTotals(): ReactElement | null {
  const totals = useThreadStore((state) => state.totals);
  if (totals === null) return null;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {counted(totals.threads, 'thread')} · {counted(totals.runs, 'run')}
    </span>
  );
}

function EstimateError(): ReactElement | null {
  const profile = useThreadStore((state) => valueOf(state.overview)?.profile ?? null);
  if (profile === null) return null;
  const calibration = calibrate(indexProfile(profile));
  const text =
    calibration === null
      ? 'All figures estimated (no reports)'
      : `Estimate error ${percent(calibration.medianError)} (median of ${counted(calibration.samples, 'report')})`;
  return (
    <Tooltip
      side="top"
      text={
        calibration === null
          ? 'No call of this thread reports its usage: tokens are bytes divided by four.'
          : `Fitted to the reports: measured ≈ ${Math.round(calibration.overheadTokens)} + ${calibration.factor.toFixed(2)} × estimate.`
      }
    >
      <button type="button" className="truncate rounded tabular-nums">
        {text}
      </button>
    </Tooltip>
  );
}

function Looks(): ReactElement | null {
  const theme = useSettingsStore((state) => valueOf(state.settings)?.theme ?? null);
  const textSize = useSettingsStore((state) => valueOf(state.settings)?.textSize ?? 100);
  if (theme === null) return null;
  return (
    <span className="flex items-center gap-3">
      <Tooltip side="top" text="Light, dark or as the system">
        <button
          type="button"
          aria-label={`Theme: ${THEME_NAMES[theme]}`}
          className="rounded hover:text-text"
          onClick={nextTheme}
        >
          {THEME_NAMES[theme]}
        </button>
      </Tooltip>
      <span className="flex items-center gap-0.5">
        <IconButton
          label="Smaller text"
          shortcut="mod+minus"
          size="small"
          className="size-5"
          disabled={textSize <= 90}
          icon={<Minus aria-hidden className="size-3" />}
          onClick={() => {
            changeTextSize(-10);
          }}
        />
        <span className="min-w-10 text-center tabular-nums">{textSize} %</span>
        <IconButton
          label="Larger text"
          shortcut="mod+equal"
          size="small"
          className="size-5"
          disabled={textSize >= 150}
          icon={<Plus aria-hidden className="size-3" />}
          onClick={() => {
            changeTextSize(10);
          }}
        />
      </span>
    </span>
  );
}
