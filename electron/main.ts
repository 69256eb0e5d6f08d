import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

void app.whenReady().then(async () => {
  const window = new BrowserWindow({
    title: 'Tidemark',
    webPreferences: {
      preload: join(app.getAppPath(), 'out/electron/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  });
  const devServer = process.env['TIDEMARK_RENDERER_URL'];
  await (devServer === undefined
    ? window.loadFile(join(app.getAppPath(), 'out/renderer/index.html'))
    : window.loadURL(devServer));
});

app.on('window-all-closed', () => {
  app.quit();
});
