import { describe, expect, it } from 'vitest';
import { highlightCode } from '../../../../renderer/features/runs/highlight-code.ts';
import { htmlAsText } from '../../../../renderer/features/runs/html-as-text.ts';
import { prettyJson } from '../../../../renderer/features/runs/ToolText.tsx';
import { splitSnippet } from '../../../../renderer/features/threads/split-snippet.ts';

describe('splitSnippet', () => {
  it('tells hits from what stands around them', () => {
    expect(splitSnippet('…the \u0001ferry\u0002 leaves at \u0001six\u0002')).toEqual([
      { text: '…the ', hit: false },
      { text: 'ferry', hit: true },
      { text: ' leaves at ', hit: false },
      { text: 'six', hit: true },
    ]);
  });

  it('reads markup as text and survives marks without a partner', () => {
    expect(splitSnippet('<b>\u0002x\u0001')).toEqual([
      { text: '<b>', hit: false },
      { text: 'x', hit: false },
    ]);
  });
});

describe('prettyJson', () => {
  it('lays out what is too long for a line and leaves the rest as it is', () => {
    const long = JSON.stringify({ invoice: 'INV-2041', rows: Array.from({ length: 60 }, (_, row) => row) });
    expect(prettyJson(long)?.split('\n')[1]).toBe('  "invoice": "INV-2041",');
    expect(prettyJson('{"short":true}')).toBeNull();
    expect(prettyJson(`{broken ${'x'.repeat(200)}`)).toBeNull();
    expect(prettyJson('plain text '.repeat(20))).toBeNull();
  });
});

describe('htmlAsText', () => {
  it('turns HTML at any depth into text and leaves the rest', () => {
    const tree = {
      type: 'root',
      children: [
        { type: 'html', value: '<script>x</script>' },
        {
          type: 'paragraph',
          children: [
            { type: 'html', value: '<b>' },
            { type: 'text', value: 'y' },
          ],
        },
      ],
    };
    htmlAsText()(tree);
    expect(tree.children[0]).toEqual({ type: 'text', value: '<script>x</script>' });
    expect(tree.children[1]?.children?.map((child) => child.type)).toEqual(['text', 'text']);
  });
});

describe('highlightCode', () => {
  const signal = new AbortController().signal;

  it('keeps every character and gives words of the language a colour of the theme', async () => {
    const code = "SELECT id\nFROM invoices\nWHERE batch = 'b-0319';";
    const lines = await highlightCode(code, 'sql', signal);
    const text = lines?.map((line) => line.map((piece) => piece.text).join('')).join('\n');
    expect(text).toBe(code);
    expect(lines?.[0]?.[0]).toEqual({ text: 'SELECT', color: 'var(--code-token-keyword)' });
  });

  it('remembers over the pieces it works in that a comment is still open', async () => {
    const code = `/*\n${'line\n'.repeat(60)}*/ let x = 1;`;
    const lines = await highlightCode(code, 'ts', signal);
    expect(lines?.[50]?.[0]).toEqual({ text: 'line', color: 'var(--code-token-comment)' });
  });

  it('leaves code plain that is too long, of no known language or not wanted any more', async () => {
    const aborted = new AbortController();
    aborted.abort();
    expect(await highlightCode('x'.repeat(50_001), 'js', signal)).toBeNull();
    expect(await highlightCode('x = 1', 'klingon', signal)).toBeNull();
    expect(await highlightCode('x = 1', 'py', aborted.signal)).toBeNull();
  });
});
