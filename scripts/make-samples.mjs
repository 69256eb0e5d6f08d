/** Writes the bundled sample threads to electron/samples/. Run it after changing scripts/samples/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fromRoot } from './runtime/paths.mjs';
import { codingAgent } from './samples/coding-agent.mjs';
import { harbourFestival } from './samples/harbour-festival.mjs';
import { historyOf } from './samples/sample-thread.mjs';
import { supportChat } from './samples/support-chat.mjs';

const folder = fromRoot('electron', 'samples');
mkdirSync(folder, { recursive: true });
for (const thread of [supportChat, codingAgent, harbourFestival]) {
  writeFileSync(fromRoot('electron', 'samples', thread.file), historyOf(thread));
  console.log(`electron/samples/${thread.file}: ${thread.runs.length} runs`);
}
