import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { App } from '../../renderer/app/App.tsx';
import { startWindow } from '../../renderer/app/start-window.ts';
import { loadParts } from '../../renderer/components/later.tsx';
import { DEFAULT_KNOBS, usePolicyStore } from '../../renderer/stores/policy-store.ts';
import { useExperimentsStore } from '../../renderer/stores/experiments-store.ts';
import { useJobsStore } from '../../renderer/stores/jobs-store.ts';
import { useSettingsStore } from '../../renderer/stores/settings-store.ts';
import { useThreadStore } from '../../renderer/stores/thread-store.ts';
import { useToastStore } from '../../renderer/stores/toast-store.ts';
import { useViewStore } from '../../renderer/stores/view-store.ts';
import { useWatchStore } from '../../renderer/stores/watch-store.ts';
import {
  createFakeInspectorApi,
  type FakeInspectorApi,
  type FakeInspectorOptions,
} from '../support/fake-inspector-api.ts';

const WINDOW_PX = 1600;
const ROW_PX = 60;

/** There is no layout here: a row of a list is as high as a row, and everything else as large as a window. */
function layOut(): void {
  for (const name of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight'] as const)
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return this.hasAttribute('data-index') && name.endsWith('Height') ? ROW_PX : WINDOW_PX;
      },
    });
  window.ResizeObserver = class implements ResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(): void {
      this.#callback([], this);
    }
    unobserve(): void {
      // Sizes never change here.
    }
    disconnect(): void {
      // Sizes never change here.
    }
  };
  Element.prototype.scrollIntoView = (): void => undefined;
  Object.defineProperty(window, 'CSS', {
    configurable: true,
    value: { highlights: new Map<string, unknown>(), supports: () => false },
  });
  Object.defineProperty(window, 'Highlight', {
    configurable: true,
    value: class {
      readonly ranges: readonly Range[];
      constructor(...ranges: readonly Range[]) {
        this.ranges = ranges;
      }
    },
  });
}

/** The stores outlive a window; a new one starts with what they held when the program started. */
function resetStores(): void {
  useWatchStore.setState(useWatchStore.getInitialState(), true);
  localStorage.clear();
  useThreadStore.setState(useThreadStore.getInitialState(), true);
  useViewStore.setState(useViewStore.getInitialState(), true);
  useExperimentsStore.setState(useExperimentsStore.getInitialState(), true);
  useJobsStore.setState(useJobsStore.getInitialState(), true);
  useSettingsStore.setState(useSettingsStore.getInitialState(), true);
  useToastStore.setState({ toasts: [] });
  usePolicyStore.setState({ knobs: DEFAULT_KNOBS, isTouched: false, savedInstructions: [] });
}

// Two cores shared with other suites: an answer may take a while, and a pass waits no longer than it must.
// Whether an element is hidden is worked out from styles, which are not there: looking costs and tells nothing.
configure({ asyncUtilTimeout: 8_000, defaultHidden: true });
vi.setConfig({ testTimeout: 30_000 });

/** Opens the whole window over a workspace in memory, and waits until its list was read. */
export async function openWindow(options: FakeInspectorOptions = {}): Promise<FakeInspectorApi> {
  layOut();
  resetStores();
  const api = createFakeInspectorApi(options);
  Object.defineProperty(window, 'tidemark', { configurable: true, value: api });
  // What is drawn a moment later in the app is there at once: the tests are about what it does.
  await loadParts(() => Promise.resolve());
  const stop = startWindow();
  onTestFinished(() => {
    cleanup();
    stop();
  });
  render(<App />);
  await waitFor(() => {
    if (useThreadStore.getState().listing.state !== 'ready') throw new Error('the list is not there yet');
    if (useSettingsStore.getState().settings.state !== 'ready') throw new Error('no settings yet');
  });
  return api;
}
