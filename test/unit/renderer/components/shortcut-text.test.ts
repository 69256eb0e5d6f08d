import { describe, expect, it } from 'vitest';
import { shortcutKeys } from '../../../../renderer/components/shortcut-text.ts';

describe('shortcutKeys', () => {
  it('names the keys as they are printed on them', () => {
    expect(shortcutKeys('mod+shift+f')).toEqual(['Ctrl', 'Shift', 'F']);
    expect(shortcutKeys('g>g')).toEqual(['G', 'G']);
    expect(shortcutKeys('mod+comma')).toEqual(['Ctrl', ',']);
  });

  it('shows a sign that needs Shift as the sign alone', () => {
    expect(shortcutKeys('shift+?')).toEqual(['?']);
  });
});
