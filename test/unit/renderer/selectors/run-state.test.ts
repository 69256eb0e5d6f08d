import { describe, expect, it } from 'vitest';
import { runViewState, statusWord } from '../../../../renderer/selectors/run-state.ts';

describe('runViewState', () => {
  it('calls runs before the boundary covered or dropped, and those after it verbatim', () => {
    expect(runViewState(11, { runs: 12, by: 'summary' })).toBe('covered');
    expect(runViewState(12, { runs: 12, by: 'summary' })).toBe('verbatim');
    expect(runViewState(0, { runs: 1, by: 'dropped' })).toBe('dropped');
    expect(runViewState(0, null)).toBe('verbatim');
  });
});

describe('statusWord', () => {
  it('says nothing of a run that simply completed', () => {
    expect(statusWord('complete')).toBeNull();
    expect(statusWord('open')).toBe('in flight');
    expect(statusWord('cancelled')).toBe('cancelled');
  });
});
