import { InspectorError } from '../../core/domain/errors.ts';
import type { ChoosePaths, ImportService } from '../services/import-service.ts';
import type { WatchService } from '../services/watch-service.ts';
import { FORMAT_LABELS } from '../workspace/format-labels.ts';
import type { WorkspaceClient } from '../workspace/worker-client.ts';
import type { Handlers } from './channels.ts';

export interface ImportHandlerParts {
  readonly workspace: Pick<WorkspaceClient, 'undoImport'>;
  readonly imports: Pick<ImportService, 'repeat' | 'sample'>;
  readonly watching: WatchService;
  readonly choosePaths: ChoosePaths;
}

type Channel =
  | 'import:formats'
  | 'import:sample'
  | 'imports:undo'
  | 'imports:repeat'
  | 'watch:list'
  | 'watch:choose'
  | 'watch:remove';

/** Formats, the history's undo, and watched folders. */
export function importHandlers(parts: ImportHandlerParts): Pick<Handlers, Channel> {
  const { workspace, imports, watching, choosePaths } = parts;
  return {
    'import:formats': () =>
      Object.entries(FORMAT_LABELS)
        .map(([format, label]) => ({ format, label }))
        .sort((left, right) => left.label.localeCompare(right.label, 'en')),
    'import:sample': ({ path, mapping }) => imports.sample(path, mapping),
    'imports:undo': async ({ importId }) => {
      const undone = await workspace.undoImport(importId);
      if (!undone.ok) throw new InspectorError(undone.error.code, undone.error.message);
      await watching.refresh();
      return undone.value;
    },
    'imports:repeat': async ({ jobId, importId }) => {
      await imports.repeat(jobId, importId);
      return null;
    },
    'watch:list': () => watching.list(),
    'watch:choose': async () => {
      const [path] = await choosePaths('watch');
      if (path !== undefined) await watching.add(path);
      return null;
    },
    'watch:remove': async ({ path }) => {
      await watching.remove(path);
      return null;
    },
  };
}
