import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Counting } from '../../renderer/components/Counting.tsx';
import { grouped } from '../../renderer/components/format.ts';
import { usePolicyStore } from '../../renderer/stores/policy-store.ts';
import { viewActions } from '../../renderer/stores/view-store.ts';
import { fakeThread } from '../support/fake-thread-documents.ts';
import { openWindow } from './window-harness.tsx';

function wantLessMotion(): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia(query);
    if (query.includes('prefers-reduced-motion')) Object.defineProperty(list, 'matches', { value: true });
    return list;
  });
}

const whole = (value: number): string => grouped(Math.round(value));

describe('a number that changes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  /** What is read, and what is seen over it on the way. */
  const shown = (): readonly [string | null, string | null] => {
    const element = document.querySelector('.counting');
    return [element?.textContent ?? null, element?.getAttribute('data-shown') ?? null];
  };

  it('says the new value at once, and is seen to count to it', () => {
    const { rerender } = render(<Counting value={1000} format={whole} />);
    expect(shown()).toEqual(['1,000', null]);
    rerender(<Counting value={2000} format={whole} />);
    expect(shown()).toEqual(['2,000', '1,000']);
    vi.advanceTimersByTime(80);
    const halfway = Number(shown()[1]?.replace(',', ''));
    // The first half of the time brings more than half of the way.
    expect(halfway).toBeGreaterThan(1500);
    expect(halfway).toBeLessThan(2000);
    vi.advanceTimersByTime(120);
    expect(shown()).toEqual(['2,000', null]);
  });

  it('turns round where it is when the value changes on the way', () => {
    const { rerender } = render(<Counting value={0} format={whole} />);
    rerender(<Counting value={1000} format={whole} />);
    vi.advanceTimersByTime(80);
    const [, turning] = shown();
    rerender(<Counting value={0} format={whole} />);
    expect(shown()).toEqual(['0', turning]);
    vi.advanceTimersByTime(200);
    expect(shown()).toEqual(['0', null]);
  });

  it('does not count where the system asks for less motion', () => {
    wantLessMotion();
    const { rerender } = render(<Counting value={1000} format={whole} />);
    rerender(<Counting value={2000} format={whole} />);
    expect(shown()).toEqual(['2,000', null]);
  });
});

describe('a fold', () => {
  const ledger = fakeThread({
    id: 'ledger',
    title: 'Ledger',
    format: 'hastekit-jsonl',
    runs: 12,
    words: 300,
  });
  const berths = fakeThread({
    id: 'berths',
    title: 'Berths',
    format: 'hastekit-jsonl',
    runs: 14,
    words: 300,
  });
  const folding = (kind: 'run' | 'boundary'): readonly Element[] => [
    ...document.querySelectorAll(`[data-folding="${kind}"]`),
  ];
  const runsOf = (elements: readonly Element[]): readonly number[] =>
    elements.map((element) => Number(element.getAttribute('data-run')));

  /** As the browser tells of each; only the rows themselves listen. */
  function endMotion(): void {
    for (const element of [...folding('run'), ...folding('boundary')])
      element.dispatchEvent(new Event('animationend'));
  }

  async function openLedger(): Promise<void> {
    await openWindow({ threads: [ledger, berths] });
    await screen.findByRole('button', { name: /^12/ });
    act(() => {
      usePolicyStore.getState().actions.turnKnob('summarizer', 'sliding-window');
      usePolicyStore.getState().actions.turnKnob('keepCount', 12);
      viewActions().setChartMode('policy');
    });
  }

  const keep = (runs: number): void => {
    act(() => {
      usePolicyStore.getState().actions.turnKnob('keepCount', runs);
    });
  };

  it('moves the blocks that are newly covered, and the boundary, and nothing else', async () => {
    await openLedger();
    expect(folding('run')).toEqual([]);
    keep(9);
    await waitFor(() => {
      expect(runsOf(folding('run'))).toEqual([0, 1, 2]);
    });
    expect(folding('boundary').map((row) => row.textContent)).toEqual([
      expect.stringContaining('drops runs 1–3'),
    ]);
    endMotion();
    expect(folding('run')).toEqual([]);
    keep(7);
    await waitFor(() => {
      expect(runsOf(folding('run'))).toEqual([3, 4]);
    });
  });

  it('is not shown backwards, nor when another thread is opened', async () => {
    await openLedger();
    keep(9);
    await waitFor(() => {
      expect(folding('run')).toHaveLength(3);
    });
    endMotion();
    keep(12);
    await waitFor(() => {
      expect(screen.queryByTestId('preview-boundary')).toBeNull();
    });
    expect(folding('run')).toEqual([]);
    // Of this one's 14 runs two are dropped already.
    await userEvent.click(screen.getByRole('option', { name: /^Berths/ }));
    await screen.findByText(/This policy drops runs 1–2/);
    expect(folding('run')).toEqual([]);
  });
});
