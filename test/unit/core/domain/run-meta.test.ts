import { describe, expect, it } from 'vitest';
import { readRunState, readUsage, runStatusOf, writeUsage } from '../../../../core/domain/run-meta.ts';

const NOTHING = {
  status: null,
  currentStep: null,
  loopIteration: null,
  usage: null,
  occupancy: null,
  lastAgentName: null,
};

describe('readRunState', () => {
  it('reads what the SDK writes', () => {
    const meta = {
      run_state: {
        status: 'completed',
        current_step: 'complete',
        loop_iteration: 1,
        usage: {
          input_tokens: 1060,
          input_tokens_details: { cached_tokens: 128 },
          output_tokens: 65,
          output_tokens_details: { reasoning_tokens: 20 },
          total_tokens: 1125,
        },
        context_tokens: 640,
        pending_context_tokens: 12,
        last_agent_name: 'harbour',
      },
    };
    expect(readRunState(meta)).toEqual({
      status: 'completed',
      currentStep: 'complete',
      loopIteration: 1,
      usage: {
        inputTokens: 1060,
        cachedTokens: 128,
        outputTokens: 65,
        reasoningTokens: 20,
        totalTokens: 1125,
      },
      occupancy: { measuredTokens: 640, pendingTokens: 12 },
      lastAgentName: 'harbour',
    });
  });

  it.each([{}, { run_state: null }, { run_state: 'completed' }, { run_state: [] }, { run_state: {} }])(
    'tells nothing where nothing is told: %j',
    (meta) => {
      expect(readRunState(meta)).toEqual(NOTHING);
    },
  );

  it('takes an odd field for a missing one, and the others as they are', () => {
    const run_state = {
      status: 7,
      context_tokens: -3,
      loop_iteration: 'two',
      usage: { input_tokens: NaN },
      last_agent_name: 'a',
    };
    expect(readRunState({ run_state })).toEqual({ ...NOTHING, lastAgentName: 'a' });
  });

  it('takes a missing estimate for none pending', () => {
    expect(readRunState({ run_state: { context_tokens: 10 } }).occupancy).toEqual({
      measuredTokens: 10,
      pendingTokens: 0,
    });
  });
});

describe('runStatusOf', () => {
  it.each([
    ['completed', 'complete'],
    ['paused', 'paused'],
    ['running', 'open'],
    ['error', 'error'],
    [null, 'complete'],
  ])('shows %s as %s', (status, shown) => {
    expect(runStatusOf({ ...NOTHING, status })).toBe(shown);
  });
});

describe('readUsage', () => {
  it('fills what is missing from what is there', () => {
    expect(readUsage({ input_tokens: 10, output_tokens: 4 })?.totalTokens).toBe(14);
    expect(readUsage({ total_tokens: 14, output_tokens: 4 })?.inputTokens).toBe(10);
    expect(readUsage({ total_tokens: 14 })).toMatchObject({ inputTokens: 14, outputTokens: 0 });
  });

  it('keeps a total that is not the sum, for the finding it is', () => {
    expect(readUsage({ input_tokens: 10, output_tokens: 4, total_tokens: 20 })?.totalTokens).toBe(20);
  });

  it('takes a number beyond counting for a missing one', () => {
    const usage = readUsage({ input_tokens: 10, output_tokens: 1.2e29, total_tokens: 14 });
    expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 4, totalTokens: 14 });
  });

  it.each([null, undefined, 'many', {}, { input_tokens: null }, { total_tokens: 1e308 }])(
    'is null for %j',
    (value) => {
      expect(readUsage(value)).toBeNull();
    },
  );

  it('reads what writeUsage writes', () => {
    const usage = { inputTokens: 9, cachedTokens: 5, outputTokens: 4, reasoningTokens: 1, totalTokens: 13 };
    expect(readUsage(writeUsage(usage))).toEqual(usage);
  });
});
