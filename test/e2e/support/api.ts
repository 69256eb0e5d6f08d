import type { Page } from '@playwright/test';
import type { InspectorEvents, JobId, Result } from '../../../core/contract.ts';
import type { RequestAnswer, RequestArgument, RequestName } from '../../../renderer/app/inspector-api.ts';

/** The page's API as a page under foreign control might use it. */
export interface LooseApi {
  request(channel: string, argument: unknown): Promise<Result<unknown>>;
  on(channel: string, listener: (event: unknown) => void): () => void;
}

/** Asks the main process what the page could ask, in the words of the contract. */
export async function ask<Name extends RequestName>(
  page: Page,
  name: Name,
  argument: RequestArgument<Name>,
): Promise<Result<RequestAnswer<Name>>> {
  const answer = await askRaw(page, name, argument);
  if (isAnswerTo<Name>(answer)) return answer;
  throw new Error(`${name} was answered with ${JSON.stringify(answer)}`);
}

/** The handlers are compiled against the contract; here only the frame of the answer is checked. */
function isAnswerTo<Name extends RequestName>(
  answer: Result<unknown>,
): answer is Result<RequestAnswer<Name>> {
  return typeof answer.ok === 'boolean';
}

/** Asks whatever a page under foreign control might ask. */
export async function askRaw(page: Page, name: string, argument: unknown): Promise<Result<unknown>> {
  return page.evaluate(
    ([channel, value]) => {
      const api: LooseApi = window.tidemark!;
      return api.request(channel, value);
    },
    [name, argument] as const,
  );
}

/** The value of an answer; fails the test with the error when it is one. */
export async function askValue<Name extends RequestName>(
  page: Page,
  name: Name,
  argument: RequestArgument<Name>,
): Promise<RequestAnswer<Name>> {
  const answer = await ask(page, name, argument);
  if (answer.ok) return answer.value;
  throw new Error(`${name}: ${answer.error.code}: ${answer.error.message}`);
}

/**
 * The end of an import. Listens from the moment it is called: call it before the import is started, and
 * await it afterwards.
 */
export function importEnded(page: Page, jobId: JobId): Promise<InspectorEvents['import:ended']> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const stop = window.tidemark!.on('import:ended', (event) => {
          if (event.jobId !== wanted) return;
          stop();
          resolve(event);
        });
      }),
    jobId,
  );
}

/** The first report of an import that has read something; to be called before it is started. */
export function importUnderWay(page: Page, jobId: JobId): Promise<InspectorEvents['import:progress']> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const stop = window.tidemark!.on('import:progress', (event) => {
          if (event.jobId !== wanted || event.bytesDone === 0) return;
          stop();
          resolve(event);
        });
      }),
    jobId,
  );
}

export interface ExperimentEnd {
  readonly end: InspectorEvents['experiment:ended'];
  /** All that was streamed before. */
  readonly text: string;
}

/** The end of an experiment; to be called before it is started. */
export function experimentEnded(page: Page, jobId: JobId): Promise<ExperimentEnd> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        let text = '';
        const stopText = window.tidemark!.on('experiment:text', (event) => {
          if (event.jobId === wanted) text += event.text;
        });
        const stop = window.tidemark!.on('experiment:ended', (end) => {
          if (end.jobId !== wanted) return;
          stopText();
          stop();
          resolve({ end, text });
        });
      }),
    jobId,
  );
}
