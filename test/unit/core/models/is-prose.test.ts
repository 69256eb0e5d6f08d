import { describe, expect, it } from 'vitest';
import { isProse } from '../../../../core/models/is-prose.ts';

describe('isProse', () => {
  it.each([
    'The service restarts every night.',
    'Found 2 files.',
    'We moved **order NV-1** to Friday, as you asked.',
    '返金は承認されました。',
    'تمت الموافقة على الطلب',
  ])('takes for prose: %s', (text) => {
    expect(isProse(text)).toBe(true);
  });

  it.each([
    'drwxr-xr-x 17 kate staff 544 9 7 18:25 ..',
    '│ ├── node_modules',
    '"react": "19.1.0",',
    '12→ "start": "next start now please",',
    '<parameter=command>python hello.py</parameter>',
    'if (x === 4) {',
    'total 40',
  ])('takes for a listing or code: %s', (text) => {
    expect(isProse(text)).toBe(false);
  });
});
