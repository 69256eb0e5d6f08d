import { expect, test } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { launchApp, removeUserData, type LaunchedApp } from './launch-app.ts';
import { ask, askRaw, type LooseApi } from './support/api.ts';

// One app for all of them: each ends with the page as it was, or shows that it is.
let launched: LaunchedApp;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  launched = await launchApp();
  ({ app, window: page } = launched);
});

test.afterAll(async () => {
  await app.close();
  await removeUserData(launched.userData);
});

test('the page comes with a policy that allows nothing unsafe', async () => {
  const headers = await page.evaluate(async () => {
    const answer = await fetch('app://tidemark/index.html');
    return {
      policy: answer.headers.get('content-security-policy'),
      type: answer.headers.get('content-type'),
    };
  });
  expect(headers.type).toBe('text/html; charset=utf-8');
  expect(headers.policy).toContain("default-src 'none'");
  expect(headers.policy).not.toContain('unsafe');
});

test('script that gets into the page does not run', async () => {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="document.title=\'taken over\'">');
  });
  // The image has failed to load by the time the next one of the same kind has.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image();
        image.addEventListener('error', resolve);
        image.src = 'y';
      }),
  );
  expect(await page.title()).toBe('Tidemark');
});

test('only the files of the page are served, and nothing else can be reached', async () => {
  const statuses = await page.evaluate(async () => {
    const urls = [
      '/package.json',
      '/..%2f..%2fpackage.json',
      '/%252e%252e/package.json',
      '/..%5cpackage.json',
    ];
    return Promise.all(urls.map(async (url) => (await fetch(url)).status));
  });
  expect(statuses).toEqual([404, 404, 404, 404]);

  const reached = await page.evaluate(async () => {
    const urls = [
      'https://example.com/',
      'http://127.0.0.1:9/',
      'app://elsewhere/index.html',
      'file:///etc/hostname',
    ];
    const answers = await Promise.allSettled(urls.map((url) => fetch(url)));
    return answers.map((answer) => answer.status);
  });
  expect(reached).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
});

test('a request that gets past the policy of the page still leaves no machine', async () => {
  const refused = await app.evaluate(({ session }) =>
    session.defaultSession.fetch('http://127.0.0.1:9/').then(
      () => 'answered',
      (error: unknown) => String(error),
    ),
  );
  expect(refused).toContain('ERR_BLOCKED_BY_CLIENT');
});

test('the page has the contract of the app and nothing of Node', async () => {
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.tidemark ?? {}).toSorted(),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
  }));
  expect(seen).toEqual({ bridge: ['importDropped', 'on', 'request'], node: [] });
  await expect(
    page.evaluate(() => {
      const api: LooseApi = window.tidemark!;
      api.on('settings:secret', () => undefined);
    }),
  ).rejects.toThrow('There is no event "settings:secret"');
});

test('no link, window, frame or form leads away from the page', async () => {
  const opened = await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: 'https://example.com/',
      target: '_blank',
    });
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.com/' });
    const form = Object.assign(document.createElement('form'), { action: 'https://example.com/' });
    document.body.append(link, frame, form);
    link.click();
    link.target = '';
    link.click();
    form.submit();
    return window.open('https://example.com/');
  });
  expect(opened).toBeNull();
  for (const url of ['https://example.com/', 'file:///etc/hostname', 'app://tidemark/other.html']) {
    await page.evaluate((away) => {
      location.href = away;
    }, url);
  }
  // A page that had left would not know the answer.
  expect(await ask(page, 'app:info', {})).toMatchObject({ ok: true });
  expect(page.url()).toBe('app://tidemark/index.html');
  expect(app.windows()).toHaveLength(1);
});

test('every permission is refused, and so are downloads and devices', async () => {
  const answers = await page.evaluate(async () => {
    const outcome = (asked: Promise<unknown>): Promise<string> =>
      asked.then(
        () => 'given',
        (error: unknown) => (error instanceof Error ? error.name : 'refused'),
      );
    return {
      notifications: await Notification.requestPermission(),
      microphone: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
      clipboard: await outcome(navigator.clipboard.readText()),
      location: (await navigator.permissions.query({ name: 'geolocation' })).state,
    };
  });
  expect(answers.notifications).toBe('denied');
  expect(answers.location).toBe('denied');
  expect([answers.microphone, answers.screen, answers.clipboard]).not.toContain('given');

  const downloaded = app.evaluate(
    ({ session }) =>
      new Promise((resolve) => {
        session.defaultSession.once('will-download', (event) => {
          resolve(event.defaultPrevented);
        });
      }),
  );
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['text']));
    const link = Object.assign(document.createElement('a'), { href, download: 'text.txt' });
    document.body.append(link);
    link.click();
  });
  expect(await downloaded).toBe(true);
});

test('a window that is not the app’s own is not answered', async () => {
  const answer = await app.evaluate(async ({ BrowserWindow, app: electronApp }) => {
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electronApp.getAppPath()}/out/electron/preload.cjs`,
        sandbox: true,
      },
    });
    await stranger.loadURL('app://tidemark/index.html');
    const text: unknown = await stranger.webContents.executeJavaScript(
      'window.tidemark.request("settings:get", {}).then((answer) => JSON.stringify(answer))',
    );
    stranger.destroy();
    return String(text);
  });
  expect(JSON.parse(answer)).toEqual({
    ok: false,
    error: { code: 'refused', message: 'Only the window of Tidemark itself is answered.' },
  });
});

test('a request that is none, or has another argument than it should, is answered with an error', async () => {
  const questions: readonly (readonly [string, unknown])[] = [
    ['threads:list', null],
    ['threads:list', { search: '', offset: -1, limit: 10 }],
    ['threads:open', { thread: '1; drop table runs' }],
    ['runs:headers', { thread: 1, from: 0, count: 1e9 }],
    ['import:start', { jobId: 'job-1', paths: ['/etc/hostname'], openAnyway: true }],
    ['import:dropped', { jobId: 'job-1', paths: ['/etc/hostname'] }],
    ['settings:read-key', {}],
    ['__proto__', {}],
  ];
  const codes = [];
  for (const [name, argument] of questions) {
    const answer = await askRaw(page, name, argument);
    codes.push(answer.ok ? 'answered' : answer.error.code);
    if (!answer.ok) expect(answer.error.message).not.toMatch(/\bat .*\.js:\d+/);
  }
  expect(codes).toEqual([
    'invalid-option',
    'invalid-option',
    'invalid-option',
    'invalid-option',
    'refused',
    'refused',
    'refused',
    'refused',
  ]);
});
