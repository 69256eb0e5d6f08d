import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The library does this by itself only where the runner's functions are global.
afterEach(() => {
  cleanup();
});
