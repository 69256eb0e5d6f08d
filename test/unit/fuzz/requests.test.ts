import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REQUEST_CHANNELS } from '../../../core/contract.ts';
import { ARGUMENT_SCHEMAS, DROPPED_FILES_SCHEMA } from '../../../electron/ipc/argument-schemas.ts';
import type { RequestArgument, RequestChannel } from '../../../electron/ipc/channels.ts';
import { answerDrop, answerRequest } from '../../../electron/ipc/register-handlers.ts';
import { openLabPrices } from '../../../electron/services/lab-prices.ts';
import { openModelKey } from '../../../electron/services/model-key.ts';
import { openSettings } from '../../../electron/services/settings-service.ts';
import { mutateJsonText, VALUE_MUTATION_NAMES } from '../../support/fuzz/mutate-json.ts';
import { Random } from '../../support/fuzz/random.ts';
import { answerFrom } from '../../support/fuzz/workspace-answers.ts';
import { chainLines, openWorkspace } from '../electron/workspace/workspace-fixture.ts';

/** Of each request. */
const ROUNDS = 40;
const llm = { summarizer: 'llm', tokenThreshold: 10, keepRecentCount: 1 } as const;
const view = { kind: 'policy', policy: llm } as const;
const basis = { instruction: '', agentModel: null, fallbackModel: null, summarizerModel: 'm' } as const;
const scope = { kind: 'threads', threads: [1] } as const;
const price = {
  model: 'm',
  input: 1,
  cachedInput: 0.5,
  cacheWrite: 1,
  output: 2,
  family: {
    name: 'custom',
    caches: true,
    minimumTokens: 0,
    stepTokens: 1,
    lifetimeMs: null,
    pricesWrites: false,
    readOn: '',
    source: '',
  },
  readOn: '',
  source: '',
} as const;

/** One good argument of each request. */
const GOOD: { readonly [Channel in RequestChannel]: RequestArgument<Channel> } = {
  'app:info': {},
  'threads:list': { search: 'question', offset: 0, limit: 10 },
  'threads:open': { thread: 1 },
  'threads:remove': { thread: 2 },
  'threads:restore': { thread: 2 },
  'runs:headers': { thread: 1, from: 0, count: 3 },
  'runs:body': { thread: 1, run: 1, from: 0, count: 3 },
  'runs:item-text': { thread: 1, run: 1, message: 0, item: 0 },
  'runs:find': { thread: 1, text: 'answer' },
  'findings:list': { thread: 1 },
  'diff:summary': { thread: 1, view },
  'diff:as-sent': { thread: 1, view, from: 0, count: 3 },
  'experiments:list': { thread: 1 },
  'experiments:get': { experiment: 1 },
  'experiments:run': {
    jobId: 'j',
    thread: 1,
    policy: llm,
    instruction: 'Be brief.',
    includeToolArguments: false,
    model: 'offline',
    parameters: { temperature: null, maxOutputTokens: null },
  },
  'experiments:rename': { experiment: 1, name: 'n' },
  'experiments:pin': { experiment: 1, pinned: true },
  'experiments:remove': { experiment: 1 },
  'experiments:restore': { experiment: 1 },
  'experiments:apply': { experiment: 1 },
  'import:choose': { jobId: 'j', what: 'files' },
  'import:formats': {},
  'import:start': { jobId: 'j', paths: ['/a'], openAnyway: false, format: 'kimi' },
  'import:sample': {
    path: '/a',
    mapping: { list: null, role: 'r', text: 't', time: null, thread: null, roles: { Ann: 'user' } },
  },
  'imports:list': { offset: 0, limit: 10 },
  'imports:undo': { importId: 1 },
  'imports:repeat': { jobId: 'j', importId: 1 },
  'watch:list': {},
  'watch:choose': {},
  'watch:remove': { path: '/a' },
  'job:cancel': { jobId: 'j' },
  'settings:get': {},
  'settings:change': { theme: 'dark', model: { modelName: 'm', headers: [{ name: 'X', value: 'y' }] } },
  'settings:set-key': { key: 'k', allowPlain: true },
  'settings:clear-key': {},
  'settings:test-model': {},
  'clipboard:write': { text: 'x' },
  'lab:sweep': {
    jobId: 'j',
    scope,
    grid: { tokenThresholds: [1], keepRecentCounts: [1], keepCounts: [1] },
    references: [llm],
    basis,
  },
  'lab:spread': { scope, policy: llm, basis },
  'lab:survival': { thread: 1, view },
  'lab:generations': { thread: 1, of: view },
  'lab:alignment': { thread: 1, view },
  'lab:xray': { thread: 1, view, instruction: '', includeToolArguments: true, from: 0, count: 3 },
  'lab:experiment-survival': { experiments: [1] },
  'lab:tokenize': { thread: 1 },
  'prices:get': {},
  'prices:put': { price },
  'prices:reset': { model: 'm' },
};

/** What no JSON text is, and a message between processes can be. */
const cyclic: Record<string, unknown> = { thread: 1 };
cyclic['view'] = cyclic;
const ODD_ARGUMENTS: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  -0,
  2n ** 70n,
  'x'.repeat(100_000),
  new Date(Number.NaN),
  new Map([['thread', 1]]),
  new Uint8Array(3),
  new Error('no'),
  cyclic,
  [],
  Object.assign([], { thread: 1 }),
];
const NUMBERS = ['0', '1', '2', '3', '7', '199', '200', '201', '1000000000', '4503599627370496'] as const;

function changed(argument: unknown, random: Random): unknown {
  const text = JSON.stringify(argument);
  if (random.chance(0.4)) return JSON.parse(text.replace(/\b\d+\b/g, () => random.pick(NUMBERS)));
  const odd = mutateJsonText(text, random.pick(VALUE_MUTATION_NAMES), random) ?? text;
  try {
    return JSON.parse(odd);
  } catch {
    return odd;
  }
}

async function answering() {
  const workspace = await openWorkspace();
  await workspace.importLines('a.jsonl', chainLines(8));
  await workspace.importLines('b.jsonl', chainLines(2, 't-2'));
  const { directory } = workspace;
  const settings = openSettings({
    path: join(directory, 'settings.json'),
    key: openModelKey(join(directory, 'key.json'), {
      storage: () => Promise.resolve('plain'),
      encrypt: () => Promise.resolve(Buffer.alloc(0)),
      decrypt: () => Promise.resolve(''),
    }),
    onChange: () => undefined,
    onBroken: () => undefined,
  });
  const prices = openLabPrices({
    path: join(directory, 'prices.json'),
    onChange: () => undefined,
    onBroken: () => undefined,
  });
  return answerFrom(workspace, { settings, prices });
}

const channels = Object.keys(REQUEST_CHANNELS).filter((name): name is RequestChannel =>
  Object.hasOwn(REQUEST_CHANNELS, name),
);

it('starts from arguments that are good', () => {
  const bad = channels.filter((channel) => !ARGUMENT_SCHEMAS[channel].safeParse(GOOD[channel]).success);
  expect(bad).toEqual([]);
});

it('answers whatever the window may ask with a value or a sentence, and has no fault of its own', async () => {
  const answers = await answering();
  const random = new Random(4);
  const counts = { ok: 0, refused: 0 };
  const wrong: string[] = [];
  for (const channel of channels) {
    const arguments_ = Array.from({ length: ROUNDS }, () => changed(GOOD[channel], random));
    for (const argument of [GOOD[channel], ...ODD_ARGUMENTS, ...arguments_]) {
      const answer = await answerRequest(answers, channel, argument);
      counts[answer.ok ? 'ok' : 'refused'] += 1;
      structuredClone(answer);
      if (answer.ok) continue;
      const { code, message } = answer.error;
      if (code === 'internal' || code === 'storage-failed' || message.length > 500 || !message.isWellFormed())
        wrong.push(`${channel}: ${code}: ${message.slice(0, 500)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(answers.faults).toEqual([]);
  // Of 54 arguments each, some of both kinds.
  expect(counts.ok).toBeGreaterThan(channels.length * 5);
  expect(counts.refused).toBeGreaterThan(channels.length * 20);
}, 60_000);

it('takes no dropped files but by their paths', async () => {
  const answers = await answering();
  const random = new Random(5);
  const drop = { jobId: 'j', paths: ['/a', '/b'] };
  for (const argument of [...ODD_ARGUMENTS, ...Array.from({ length: 200 }, () => changed(drop, random))]) {
    const answer = await answerDrop(answers, argument);
    const isGood = DROPPED_FILES_SCHEMA.safeParse(argument).success;
    expect(answer).toMatchObject({ ok: false, error: { code: isGood ? 'refused' : 'invalid-option' } });
  }
  expect(answers.faults).toEqual([]);
});
