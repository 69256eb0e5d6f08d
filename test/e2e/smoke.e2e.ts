import { expect, test } from '@playwright/test';
import { launchApp, removeUserData } from './launch-app.ts';

test('the app opens one window, called Tidemark', async () => {
  const { app, window, userData } = await launchApp();
  await expect(window).toHaveTitle('Tidemark');
  expect(app.windows()).toHaveLength(1);
  await app.close();
  await removeUserData(userData);
});
