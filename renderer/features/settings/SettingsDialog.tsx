import type { ReactElement, ReactNode } from 'react';
import { valueOf } from '../../data/async.ts';
import { changeSettings, reloadSettings } from '../../data/settings-loader.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import type { SettingsChange, SettingsView } from '../../../core/contract.ts';
import { ModelSettings } from './ModelSettings.tsx';
import { SettingsRow } from './SettingsRow.tsx';

export function SettingsDialog(): ReactElement | null {
  const isOpen = useViewStore((state) => state.dialog === 'settings');
  const settings = useSettingsStore((state) => state.settings);
  const shown = valueOf(settings);
  return (
    <Dialog
      open={isOpen}
      onClose={() => {
        viewActions().closeDialog();
      }}
      title="Settings"
      className="w-[min(620px,92vw)]"
    >
      <div className="flex flex-col gap-5 px-4.5 pb-5">
        {settings.state === 'failed' ? (
          <ErrorState
            title="The settings can't be read"
            message={settings.error.message}
            onRetry={() => void reloadSettings()}
          />
        ) : shown === null ? (
          <Skeleton className="h-60 w-full" />
        ) : (
          <Sections settings={shown} />
        )}
      </div>
    </Dialog>
  );
}

/** Takes over a change at once; a refused one says why. */
export function change(settings: SettingsChange): void {
  void changeSettings(settings).then((error) => {
    if (error !== null) toastActions().complain(error.message);
  });
}

function Sections({ settings }: { readonly settings: SettingsView }): ReactElement {
  const app = useSettingsStore((state) => state.app);
  return (
    <>
      <Section title="Appearance">
        <SettingsRow label="Theme">
          <Segmented
            label="Theme"
            size="small"
            value={settings.theme}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
              { value: 'system', label: 'System' },
            ]}
            onChange={(theme) => {
              change({ theme });
            }}
          />
        </SettingsRow>
        <SettingsRow label="Text size" hint="Percent, 90 to 150">
          <NumberField
            label="Text size in percent"
            value={settings.textSize}
            min={90}
            max={150}
            step={10}
            className="w-26"
            onChange={(textSize) => {
              change({ textSize: Math.round(textSize) });
            }}
          />
        </SettingsRow>
      </Section>
      <Section title="Summarizer model">
        <ModelSettings model={settings.model} />
      </Section>
      <Section title="Threads">
        <SettingsRow label="Context window" hint="In tokens; for threads whose model's window isn't known">
          <NumberField
            label="Default context window in tokens"
            value={settings.defaultContextWindow}
            min={1_000}
            max={100_000_000}
            step={1_000}
            className="w-32"
            onChange={(defaultContextWindow) => {
              change({ defaultContextWindow: Math.round(defaultContextWindow) });
            }}
          />
        </SettingsRow>
      </Section>
      {app === null ? null : (
        <p className="text-sm text-muted">
          Tidemark {app.version} · workspace{' '}
          <span data-selectable className="numeric break-all select-text">
            {app.workspacePath}
          </span>
        </p>
      )}
    </>
  );
}

function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <h3 className="section-label">{title}</h3>
      {children}
    </section>
  );
}
