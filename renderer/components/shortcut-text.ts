const IS_MAC = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');

const NAMES: Readonly<Record<string, string>> = IS_MAC
  ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '⏎', escape: 'Esc', up: '↑', down: '↓', left: '←', right: '→' }
  : {
      mod: 'Ctrl',
      shift: 'Shift',
      alt: 'Alt',
      enter: 'Enter',
      escape: 'Esc',
      up: '↑',
      down: '↓',
      left: '←',
      right: '→',
    };

const SIGNS: Readonly<Record<string, string>> = {
  comma: ',',
  equal: '+',
  minus: '−',
  space: 'Space',
};

/** `mod+shift+f` as the keys of this machine; `g>g` is one key after the other. */
export function shortcutKeys(shortcut: string): readonly string[] {
  return shortcut
    .replace('shift+?', '?')
    .split(/[+>]/)
    .map((key) => NAMES[key] ?? SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
