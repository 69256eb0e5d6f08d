import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { EVENT_CHANNELS, REQUEST_CHANNELS, type InspectorApi, type Result } from '../core/contract.ts';
import { DROPPED_FILES_CHANNEL } from './ipc/dropped-files-channel.ts';

/** What the page gets of the main process: these functions, and no way to reach another channel. */
const api = {
  request: async (channel, argument) =>
    Object.hasOwn(REQUEST_CHANNELS, channel)
      ? invoke(channel, argument)
      : refused(`There is no request "${channel}".`),

  on: (channel, listener) => {
    if (!Object.hasOwn(EVENT_CHANNELS, channel)) throw new Error(`There is no event "${channel}".`);
    // The event object stays here: it would hand the page the sender.
    const pass = (_event: unknown, payload: Parameters<typeof listener>[0]): void => {
      listener(payload);
    };
    ipcRenderer.on(channel, pass);
    return () => {
      ipcRenderer.off(channel, pass);
    };
  },

  importDropped: async (jobId, files) => {
    // Only a File that the person dropped or picked has a path, so the page can't make one up.
    const paths = files.map((file) => (file instanceof File ? webUtils.getPathForFile(file) : ''));
    const given = paths.filter((path) => path !== '');
    return given.length === 0
      ? refused('What was dropped holds no file of this computer.')
      : invoke(DROPPED_FILES_CHANNEL, { jobId, paths: given });
  },
} satisfies InspectorApi;

async function invoke<Value>(channel: string, argument: unknown): Promise<Result<Value>> {
  const answer: unknown = await ipcRenderer.invoke(channel, argument);
  return isResult<Value>(answer) ? answer : refused(`"${channel}" was answered with something else.`);
}

/** The value itself is typed by the contract, which the handlers in main are compiled against. */
function isResult<Value>(answer: unknown): answer is Result<Value> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer;
}

function refused<Value>(message: string): Result<Value> {
  return { ok: false, error: { code: 'refused', message } };
}

contextBridge.exposeInMainWorld('tidemark', api);
