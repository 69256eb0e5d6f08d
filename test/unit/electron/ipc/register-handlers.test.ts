import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import {
  ARGUMENT_SCHEMAS,
  describeIssue,
  DROPPED_FILES_SCHEMA,
} from '../../../../electron/ipc/argument-schemas.ts';
import { createErrorAnswer } from '../../../../electron/ipc/error-answer.ts';
import { createHandlers } from '../../../../electron/ipc/handlers.ts';
import { answerDrop, answerRequest, type Answering } from '../../../../electron/ipc/register-handlers.ts';
import { createJobRegistry } from '../../../../electron/services/job-registry.ts';
import { refusedParts } from '../../../support/fuzz/workspace-answers.ts';

const refuse = (): never => {
  throw new InspectorError('refused', 'not asked for here');
};

/** Handlers over parts of which only the workspace, the clipboard and the drop do anything. */
function setUp() {
  const asked: unknown[] = [];
  const handlers = createHandlers({
    appInfo: () => ({ version: '1', platform: 'linux', workspacePath: '/w', crashedBefore: false }),
    workspace: {
      request: async (channel, argument) => {
        asked.push([channel, argument]);
        return { ok: false, error: { code: 'not-found', message: 'thread 9 is not in the workspace' } };
      },
      undoImport: refuse,
    },
    imports: { choose: refuse, startGiven: refuse, startAgain: refuse, sample: refuse, repeat: refuse },
    watching: { list: refuse, add: refuse, remove: refuse, refresh: refuse, close: refuse },
    choosePaths: refuse,
    experiments: { run: refuse, testModel: refuse },
    jobs: createJobRegistry(() => undefined),
    lab: { sweep: refuse, spread: refuse, ask: refuse },
    ...refusedParts,
    writeClipboard: () => Promise.reject(new TypeError('at /secret/place')),
  });
  const answering: Answering = {
    handlers,
    schemas: ARGUMENT_SCHEMAS,
    droppedFilesSchema: DROPPED_FILES_SCHEMA,
    droppedFiles: (files) => {
      asked.push(files);
      return null;
    },
    describeIssue,
    errorAnswer: createErrorAnswer(() => undefined, '/log'),
  };
  return { answering, asked };
}

describe('answerRequest', () => {
  it('answers with the value', async () => {
    const { answering } = setUp();
    expect(await answerRequest(answering, 'app:info', {})).toEqual({
      ok: true,
      value: { version: '1', platform: 'linux', workspacePath: '/w', crashedBefore: false },
    });
  });

  it('asks the workspace and passes its error on', async () => {
    const { answering, asked } = setUp();
    expect(await answerRequest(answering, 'threads:open', { thread: 9 })).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'thread 9 is not in the workspace' },
    });
    expect(asked).toEqual([['threads:open', { thread: 9 }]]);
  });

  it('asks nobody about an argument that does not fit', async () => {
    const { answering, asked } = setUp();
    const answer = await answerRequest(answering, 'threads:open', { thread: -1 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
    expect(JSON.stringify(answer)).toContain('"threads:open: thread: ');
    expect(asked).toEqual([]);
  });

  it('answers a fault with a sentence and no more', async () => {
    const { answering } = setUp();
    const answer = await answerRequest(answering, 'clipboard:write', { text: 'x' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('answerDrop', () => {
  it('imports dropped files and nothing that has another shape', async () => {
    const { answering, asked } = setUp();
    expect(await answerDrop(answering, { jobId: 'j', paths: ['/a'] })).toEqual({ ok: true, value: null });
    expect(await answerDrop(answering, { jobId: 'j' })).toMatchObject({ ok: false });
    expect(asked).toEqual([{ jobId: 'j', paths: ['/a'] }]);
  });
});
