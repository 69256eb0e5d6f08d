import { describe, expect, it } from 'vitest';
import { REQUEST_CHANNELS } from '../../../../core/contract.ts';
import {
  ARGUMENT_SCHEMAS,
  describeIssue,
  DROPPED_FILES_SCHEMA,
} from '../../../../electron/ipc/argument-schemas.ts';
import type { RequestChannel } from '../../../../electron/ipc/channels.ts';

function problem(channel: RequestChannel, argument: unknown): string | null {
  const result = ARGUMENT_SCHEMAS[channel].safeParse(argument);
  return result.success ? null : describeIssue(result.error);
}

const MAPPING = { list: null, role: 'who', text: 'said', time: null, thread: null, roles: {} };
const EXPERIMENT = {
  jobId: 'job-1',
  thread: 1,
  policy: { summarizer: 'llm', tokenThreshold: 1000, keepRecentCount: 2 },
  instruction: 'Summarize.',
  includeToolArguments: false,
  model: 'offline',
  parameters: { temperature: null, maxOutputTokens: null },
};

describe('ARGUMENT_SCHEMAS', () => {
  it('has one for every request', () => {
    expect(Object.keys(ARGUMENT_SCHEMAS).toSorted()).toEqual(Object.keys(REQUEST_CHANNELS).toSorted());
  });

  const good: readonly (readonly [RequestChannel, unknown])[] = [
    ['app:info', {}],
    ['threads:list', { search: '', offset: 0, limit: 100 }],
    ['threads:open', { thread: 0 }],
    ['runs:headers', { thread: 1, from: 0, count: 200 }],
    ['runs:body', { thread: 1, run: 3, from: 200, count: 1 }],
    ['diff:summary', { thread: 1, view: { kind: 'stored' } }],
    ['diff:summary', { thread: 1, view: { kind: 'policy', policy: { summarizer: 'none' } } }],
    ['diff:as-sent', { thread: 1, view: { kind: 'experiment', experiment: 4 }, from: 0, count: 50 }],
    ['experiments:run', EXPERIMENT],
    ['experiments:run', { ...EXPERIMENT, policy: { summarizer: 'sliding-window', keepCount: 0 } }],
    ['import:choose', { jobId: 'job-1' }],
    ['import:choose', { jobId: 'job-1', what: 'folder' }],
    ['settings:change', {}],
    ['settings:change', { theme: 'dark', model: { headers: [{ name: 'X-A', value: '' }] } }],
    ['settings:set-key', { key: 'sk-1', allowPlain: false }],
  ];
  it.each(good)('takes what %s may be asked', (channel, argument) => {
    expect(problem(channel, argument)).toBeNull();
  });

  const bad: readonly (readonly [string, RequestChannel, unknown])[] = [
    ['nothing', 'app:info', undefined],
    ['a field too many', 'app:info', { extra: 1 }],
    ['a field too few', 'threads:list', { search: '', offset: 0 }],
    ['a negative number', 'threads:list', { search: '', offset: -1, limit: 10 }],
    ['a fraction', 'threads:open', { thread: 1.5 }],
    ['no number at all', 'threads:open', { thread: Number.NaN }],
    ['a number beyond counting', 'threads:open', { thread: Number.MAX_VALUE }],
    ['text for a number', 'threads:open', { thread: '1' }],
    ['more than a page', 'runs:headers', { thread: 1, from: 0, count: 201 }],
    ['an endless search', 'runs:find', { thread: 1, text: 'x'.repeat(1001) }],
    ['another kind of view', 'diff:summary', { thread: 1, view: { kind: 'all' } }],
    [
      'a policy without knobs',
      'diff:summary',
      { thread: 1, view: { kind: 'policy', policy: { summarizer: 'llm' } } },
    ],
    ['no summarizer to run', 'experiments:run', { ...EXPERIMENT, policy: { summarizer: 'none' } }],
    ['an endless instruction', 'experiments:run', { ...EXPERIMENT, instruction: 'x'.repeat(100_001) }],
    [
      'a temperature out of range',
      'experiments:run',
      { ...EXPERIMENT, parameters: { temperature: 3, maxOutputTokens: null } },
    ],
    ['an empty name', 'experiments:rename', { experiment: 1, name: '  ' }],
    ['a job name with a slash', 'import:choose', { jobId: '../x' }],
    ['a path with a NUL', 'import:start', { jobId: 'j', paths: ['a\0b'], openAnyway: false }],
    ['a mapping without a role', 'import:sample', { path: '/a', mapping: { ...MAPPING, role: '' } }],
    [
      'a speaker who is nobody',
      'import:sample',
      { path: '/a', mapping: { ...MAPPING, roles: { Bo: 'king' } } },
    ],
    ['no paths', 'import:start', { jobId: 'j', paths: [], openAnyway: false }],
    ['a present but undefined field', 'settings:change', { theme: undefined }],
    ['text of an unreadable size', 'settings:change', { textSize: 500 }],
    ['no address at all', 'settings:change', { model: { baseUrl: 'not an address' } }],
    ['an address of a file', 'settings:change', { model: { baseUrl: 'file:///etc/passwd' } }],
    ['a script for an address', 'settings:change', { model: { baseUrl: 'javascript:alert(1)' } }],
    ['a password in the address', 'settings:change', { model: { baseUrl: 'https://me:pw@example.com/v1' } }],
    [
      'a header of two lines',
      'settings:change',
      { model: { headers: [{ name: 'X', value: 'a\r\nHost: b' }] } },
    ],
    ['a header without a name', 'settings:change', { model: { headers: [{ name: '', value: 'a' }] } }],
    ['a key of two words', 'settings:set-key', { key: 'sk 1', allowPlain: true }],
    ['an empty key', 'settings:set-key', { key: '', allowPlain: true }],
    ['a library for the clipboard', 'clipboard:write', { text: 'x'.repeat(5_000_001) }],
  ];
  it.each(bad)('refuses %s (%s)', (_what, channel, argument) => {
    expect(problem(channel, argument)).toEqual(expect.any(String));
  });

  it('names the place of what is wrong and never the value', () => {
    const told = problem('settings:set-key', { key: 'sk-secret with a blank', allowPlain: true });
    expect(told).toMatch(/^key: /);
    expect(told).not.toContain('sk-secret');
  });
});

describe('DROPPED_FILES_SCHEMA', () => {
  it('takes paths and nothing else', () => {
    expect(DROPPED_FILES_SCHEMA.safeParse({ jobId: 'j', paths: ['/a'] }).success).toBe(true);
    expect(DROPPED_FILES_SCHEMA.safeParse({ jobId: 'j', paths: ['/a'], openAnyway: true }).success).toBe(
      false,
    );
    expect(DROPPED_FILES_SCHEMA.safeParse({ jobId: 'j', paths: [''] }).success).toBe(false);
  });
});
