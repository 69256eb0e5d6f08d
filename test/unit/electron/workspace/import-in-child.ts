import { pathToFileURL } from 'node:url';
import { openWorkspaceClient } from '../../../../electron/workspace/open-workspace-client.ts';

// A process of its own that imports a file and says how far it is, to be killed in the middle of it.

const [workspacePath = '', workerFolder = '', file = ''] = process.argv.slice(2);
const client = openWorkspaceClient({
  workspacePath,
  workerFolder: new URL(pathToFileURL(workerFolder)),
  samplesFolder: null,
  defaultContextWindow: null,
  onChanged: () => undefined,
});
const { report } = client.importFiles(
  { jobId: 'job', paths: [file], openAnyway: false },
  { onProgress: ({ runs }) => process.stdout.write(`${runs}\n`) },
);
void report.then(async () => {
  process.stdout.write('done\n');
  await client.close();
});
