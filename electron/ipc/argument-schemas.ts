import { z } from 'zod';
import type { RequestArgument, RequestChannel } from './channels.ts';
import { basisSchema, gridSchema, priceSchema, scopeSchema } from './lab-schemas.ts';
import type { DroppedFiles } from './register-handlers.ts';

const count = z.int().min(0).max(1_000_000_000);
const id = z.int().min(0);
const page = z.int().min(1).max(200);
const nothing = z.strictObject({});
const thread = z.strictObject({ thread: id });
const experiment = z.strictObject({ experiment: id });

/** Words on one line: a name, a search. */
const line = z.string().max(1_000);
const jobId = z.string().regex(/^[A-Za-z0-9._:-]{1,100}$/, 'expected 1 to 100 letters, digits or . _ : -');
const path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((text) => !text.includes('\0'), 'a path holds no NUL');
const paths = z.array(path).min(1).max(10_000);

const field = z.string().min(1).max(1_000);
const fieldMapping = z.strictObject({
  list: field.nullable(),
  role: field,
  text: field,
  time: field.nullable(),
  thread: field.nullable(),
  roles: z
    .record(z.string().max(1_000), z.enum(['user', 'assistant', 'system', 'tool']))
    .refine((roles) => Object.keys(roles).length <= 100, 'at most 100 speakers'),
});

const llmPolicy = z.strictObject({
  summarizer: z.literal('llm'),
  tokenThreshold: count,
  keepRecentCount: count,
});
const slidingWindowPolicy = z.strictObject({ summarizer: z.literal('sliding-window'), keepCount: count });
const noPolicy = z.strictObject({ summarizer: z.literal('none') });

const policy = z.discriminatedUnion('summarizer', [noPolicy, llmPolicy, slidingWindowPolicy]);
const storedView = z.strictObject({ kind: z.literal('stored') });
const policyView = z.strictObject({ kind: z.literal('policy'), policy });
const view = z.discriminatedUnion('kind', [
  storedView,
  policyView,
  z.strictObject({ kind: z.literal('experiment'), experiment: id }),
]);

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(
    // Also asked about text that is no address, which has been told already.
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'the address must hold no user name or password: give the key instead',
  );
const header = z.strictObject({
  name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'not the name of a header'),
  value: z
    .string()
    .max(8_000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'a header value is one line of Latin-1 text'),
});

export const modelSettings = {
  baseUrl,
  modelName: z.string().trim().min(1).max(200),
  timeoutSeconds: z.int().min(1).max(3_600),
  headers: z.array(header).max(50),
};

export const appearance = {
  theme: z.enum(['light', 'dark', 'system']),
  textSize: z.int().min(90).max(150),
  defaultContextWindow: z.int().min(1).max(1_000_000_000),
};

/** Prints as ASCII, because it travels in a header. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'a key is one word of printable ASCII characters');

/** What each request's argument must be; a request of the contract without its line doesn't compile. */
export const ARGUMENT_SCHEMAS = {
  'app:info': nothing,
  'threads:list': z.strictObject({ search: line, offset: count, limit: z.int().min(0).max(500) }),
  'threads:open': thread,
  'threads:remove': thread,
  'threads:restore': thread,
  'runs:headers': z.strictObject({ thread: id, from: count, count: page }),
  'runs:body': z.strictObject({ thread: id, run: count, from: count, count: page }),
  'runs:item-text': z.strictObject({ thread: id, run: count, message: count, item: count }),
  'runs:find': z.strictObject({ thread: id, text: line }),
  'findings:list': thread,
  'diff:summary': z.strictObject({ thread: id, view }),
  'diff:as-sent': z.strictObject({ thread: id, view, from: count, count: page }),
  'experiments:list': thread,
  'experiments:get': experiment,
  'experiments:run': z.strictObject({
    jobId,
    thread: id,
    policy: z.discriminatedUnion('summarizer', [llmPolicy, slidingWindowPolicy]),
    instruction: z.string().max(100_000),
    includeToolArguments: z.boolean(),
    model: z.enum(['offline', 'configured']),
    parameters: z.strictObject({
      temperature: z.number().min(0).max(2).nullable(),
      maxOutputTokens: z.int().min(1).max(10_000_000).nullable(),
    }),
  }),
  'experiments:rename': z.strictObject({ experiment: id, name: z.string().trim().min(1).max(200) }),
  'experiments:pin': z.strictObject({ experiment: id, pinned: z.boolean() }),
  'experiments:remove': experiment,
  'experiments:restore': experiment,
  'experiments:apply': experiment,
  'import:choose': z.strictObject({ jobId, what: z.enum(['files', 'folder']).exactOptional() }),
  'import:formats': nothing,
  'import:start': z.strictObject({
    jobId,
    paths,
    openAnyway: z.boolean(),
    format: z.string().min(1).max(100).exactOptional(),
    mapping: fieldMapping.exactOptional(),
  }),
  'import:sample': z.strictObject({ path, mapping: fieldMapping.nullable() }),
  'imports:list': z.strictObject({ offset: count, limit: page }),
  'imports:undo': z.strictObject({ importId: id }),
  'imports:repeat': z.strictObject({ jobId, importId: id }),
  'watch:list': nothing,
  'watch:choose': nothing,
  'watch:remove': z.strictObject({ path }),
  'job:cancel': z.strictObject({ jobId }),
  'settings:get': nothing,
  'settings:change': z.strictObject({
    theme: appearance.theme.exactOptional(),
    textSize: appearance.textSize.exactOptional(),
    defaultContextWindow: appearance.defaultContextWindow.exactOptional(),
    model: z
      .strictObject({
        baseUrl: modelSettings.baseUrl.exactOptional(),
        modelName: modelSettings.modelName.exactOptional(),
        timeoutSeconds: modelSettings.timeoutSeconds.exactOptional(),
        headers: modelSettings.headers.exactOptional(),
      })
      .exactOptional(),
  }),
  'settings:set-key': z.strictObject({ key, allowPlain: z.boolean() }),
  'settings:clear-key': nothing,
  'settings:test-model': nothing,
  'clipboard:write': z.strictObject({ text: z.string().max(5_000_000) }),
  'lab:sweep': z.strictObject({
    jobId,
    scope: scopeSchema,
    grid: gridSchema,
    references: z.array(policy).max(10),
    basis: basisSchema,
  }),
  'lab:spread': z.strictObject({ scope: scopeSchema, policy, basis: basisSchema }),
  'lab:survival': z.strictObject({ thread: id, view }),
  'lab:generations': z.strictObject({
    thread: id,
    of: z.discriminatedUnion('kind', [storedView, policyView]),
  }),
  'lab:alignment': z.strictObject({ thread: id, view }),
  'lab:xray': z.strictObject({
    thread: id,
    view,
    instruction: z.string().max(100_000),
    includeToolArguments: z.boolean(),
    from: count,
    count: page,
  }),
  'lab:experiment-survival': z.strictObject({ experiments: z.array(id).min(1).max(10) }),
  'lab:tokenize': thread,
  'prices:get': nothing,
  'prices:put': z.strictObject({ price: priceSchema }),
  'prices:reset': z.strictObject({ model: z.string().min(1).max(200) }),
} satisfies { readonly [Channel in RequestChannel]: z.ZodType<RequestArgument<Channel>> };

export const DROPPED_FILES_SCHEMA: z.ZodType<DroppedFiles> = z.strictObject({ jobId, paths });

/** The first thing wrong with an argument and its place, without the argument itself. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'not what was expected';
  const place = issue.path.map(String).join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
