// The window in a plain browser, over documents in memory:
//   npx vite --config test/support/fake-window/vite.config.ts
// `?runs=10000` adds a long thread, `?theme=dark` and `?text=150` set the appearance, `?empty` has no threads.
import { createFakeInspectorApi } from '../fake-inspector-api.ts';
import { demoThreads, fakeThread } from '../fake-thread-documents.ts';

const query = new URLSearchParams(window.location.search);
const runs = Number(query.get('runs') ?? 0);
const long =
  runs > 0 ? [fakeThread({ id: 'long', title: `A thread of ${runs} runs`, format: 'langgraph', runs })] : [];

Object.defineProperty(window, 'tidemark', {
  value: createFakeInspectorApi({
    threads: query.has('empty') ? [] : [...long, ...demoThreads()],
    settings: {
      theme: query.get('theme') === 'dark' ? 'dark' : 'light',
      textSize: Number(query.get('text') ?? 100),
    },
  }),
});
await import('../../../renderer/main.tsx');
