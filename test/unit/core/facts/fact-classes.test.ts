import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../../../core/facts/extract-facts.ts';
import type { FactClass } from '../../../../core/facts/fact.ts';

/** Each line: a text, and every fact of the class that is in it, in order. */
type Lines = readonly (readonly [text: string, ...normals: string[]])[];

const LINES: Readonly<Record<FactClass, Lines>> = {
  url: [
    ['(see https://Example.com/A/B?x=1#top).', 'https://example.com/A/B?x=1#top'],
    [
      '[docs](https://docs.example.org/guide) and <https://a.example/b>',
      'https://docs.example.org/guide',
      'https://a.example/b',
    ],
    ['clone ssh://git@Git.Example.com:2222/team/app.git now', 'ssh://git@git.example.com:2222/team/app.git'],
    ['write to mailto:Ops@Example.com!', 'mailto:ops@example.com'],
    ['see https://en.example.org/wiki/Tide_(sea)', 'https://en.example.org/wiki/Tide_(sea'],
    ['詳しくはhttps://example.jp/docsを見てください', 'https://example.jp/docs'],
    ['راجع https://example.com/ar، من فضلك', 'https://example.com/ar'],
    ['{"href":"https://api.example.com/v2/items"}', 'https://api.example.com/v2/items'],
    ['example.com, www.example.com and C://x are no links with a scheme'],
    ['the :// alone, and http:// too'],
  ],
  email: [
    ['Ask Jane.Doe+bills@Mail.Example.co.uk, please.', 'jane.doe+bills@mail.example.co.uk'],
    ['<ops@example.com>;dev@example.com', 'ops@example.com', 'dev@example.com'],
    ['user@localhost, a@b, @example.com and x@1.2 are none'],
    ['v1@2.0.0 and name@example.c'],
  ],
  path: [
    ['edit src/net/client.ts, then ./run.sh and ../lib/x', 'src/net/client.ts', './run.sh', '../lib/x'],
    ['in ~/notes or /etc/hosts.', '~/notes', '/etc/hosts'],
    ['C:\\Users\\Ann\\report.docx, D:/data/in.csv', 'C:\\Users\\Ann\\report.docx', 'D:/data/in.csv'],
    ['\\\\files\\team\\plan.xlsx holds it', '\\\\files\\team\\plan.xlsx'],
    ['src\\app\\main.ts on Windows', 'src\\app\\main.ts'],
    ['open **README.md** and `tsconfig.json`', 'README.md', 'tsconfig.json'],
    ['the archive backup.tar.gz', 'backup.tar.gz'],
    ['GET /users/{id}/orders and /teams/:team', '/users/{id}/orders', '/teams/:team'],
    ['see src/a.ts:12 and src/b.ts:3:7', 'src/a.ts', 'src/b.ts'],
    ['./資料/計画.xlsx を開く', './資料/計画.xlsx'],
    ['npm i @types/node', '@types/node'],
    ['"first\\nsecond" is an escape, and and/or, n/a, 24/7, km/h, 3/4 are none'],
    ['<b>bold</b> // comment /* note */ a / b'],
    ['obj.method(), example.com, e.g. this and 1.5 are no files'],
    ['/srv/www\\nnext', '/srv/www'],
  ],
  date: [
    ['on 2026-08-14, at 2026-08-14T10:30:00Z', '2026-08-14', '2026-08-14T10:30:00Z'],
    [
      '1 Aug 2026, Aug 1, 2026, 1st of August 2026 and August 1st 2026',
      '2026-08-01',
      '2026-08-01',
      '2026-08-01',
      '2026-08-01',
    ],
    ['01/08/2026 stays, 25/12/2026 and 12/25/2026 are clear', '01/08/2026', '2026-12-25', '2026-12-25'],
    ['2026/08/14 and 14.08.2026', '2026-08-14', '2026-08-14'],
    ['at 14:30, 9:05, 2:30 pm and 12:05 a.m.', '14:30', '09:05', '14:30', '00:05'],
    ['at 23:59:59.250', '23:59:59.250'],
    ['in August 2026 (2026-08) or on 14 August', '2026-08', '2026-08', '14 Aug'],
    ['2026年8月14日に', '2026-08-14'],
    ['2026-13-40, 25:00, 12:75, 31/31/2026 and a ratio of 16:9 are none'],
    ['may 5 people march 3 miles'],
    ['10:20:30:40 is something else'],
  ],
  command: [
    ['```bash\nnpm  ci\n# a comment\n\nnpm test\n```', 'npm ci', 'npm test'],
    ['```console\n$ ls -la\ntotal 0\n$ pwd\n/srv\n```', 'ls -la', 'pwd'],
    ['```\n$ git status\nnothing to commit\n```', 'git status'],
    ['```shell\n> dir C:\\\n```', 'dir C:\\'],
    ['~~~sh\nmake\n~~~', 'make'],
    ['```python\nprint("x")\n```\n$ not in a block\n> a quotation'],
    ['```bash\nnever closed', 'never closed'],
  ],
  identifier: [
    ['6B1F0C2A-7d3e-4f58-9a11-0c5d2e7b9f10', '6B1F0C2A-7d3e-4f58-9a11-0c5d2e7b9f10'],
    ['commits 9f3ac21e and 0123456a', '9f3ac21e', '0123456a'],
    ['OPS-4312, INV-2026-0017 and B-107', 'OPS-4312', 'INV-2026-0017', 'B-107'],
    ['fixes #123, thanks @mona', '#123', '@mona'],
    ['v2.14.0, v1.0.0-rc.1 and 3.2.1', 'v2.14.0', 'v1.0.0-rc.1', '3.2.1'],
    [
      'snake_case, camelCase, PascalCase, CONSTANT_CASE, __init__',
      'snake_case',
      'camelCase',
      'PascalCase',
      'CONSTANT_CASE',
      '__init__',
    ],
    ['call main() or store.saveRun()', 'main', 'store.saveRun'],
    ['with gpt-4o-mini in us-east-1', 'gpt-4o-mini', 'us-east-1'],
    ['チケットOPS-4312は未解決、変数userIdを確認', 'OPS-4312', 'userId'],
    ['التذكرة OPS-4312 مفتوحة', 'OPS-4312'],
    ['NOOPS-4312 and éOPS-4312 hold it inside a longer word', 'NOOPS-4312'],
    ['deadbeef, 1234567, Hello, APIs, top-10, 24-hour, H2O, 3rd'],
    ['mail a@b.example, the text &#123; and e_'],
  ],
  number: [
    ['2,500 ms, 30s, 5 GB, 17.5 %, 8% and 1.5h', '2500 ms', '30 s', '5 gb', '17.5 %', '8 %', '1.5 h'],
    ['$1,299.50, €5, 50 €, USD 1,200, 20 EUR, US$7', '$1299.50', '€5', '€50', 'USD 1200', 'EUR 20', 'US$7'],
    ['1.299,50 €, 2,5 % and 1’000 CHF', '€1299.50', '2.5 %', 'CHF 1000'],
    ['12, 120 and 3.5 but not 7', '12', '120', '3.5'],
    ['-12 °C outside, 10-20 inside, 0.5 and .75', '-12 °c', '10', '20', '0.5', '0.75'],
    ['{"list":[10,200,3000],"max":45}', '10', '200', '3000', '45'],
    ['120 km/h and $2 million', '120 km/h', '$2 million'],
    ['۱۲۳ نفر و ٢٬٥٠٠ و ٪', '123', '2500'],
    ['価格は1200円、全角１２３個', '1200 円', '123'],
    ['q3, 4o, 21st, v12, ABC-12, 10:30, 2026-08-14, 1.2.3, #17 and x86'],
    ['5G, 3 seats, port 6, 12 a day', '12'],
    ['step 12 in 14 days', '12', '14 days'],
  ],
  quoted: [
    ['He said "all green", “really good” and \'so what\'.', 'all green', 'really good', 'so what'],
    ['press `Save as` and 「保存する」', 'Save as', '保存する'],
    ["don't and can't; the users' data and rock 'n' roll"],
    ['"no" and "" and " x " are too short, 5" and 6" are inches'],
    ['{"note":"left at the door","size":"XL"}', 'left at the door'],
    ['"two\nlines" are none'],
    [`"${'x '.repeat(60)}" is too long`],
    ['"all   green"', 'all green'],
    ['```js\nconst a = "late night";\n```', 'late night'],
  ],
  name: [
    ['We asked Maria van Dijk and Ludwig van der Rohe.', 'Maria van Dijk', 'Ludwig van der Rohe'],
    ['Ada Lovelace wrote it.', 'Ada Lovelace'],
    [
      "by Conan O'Neill, Jean-Luc Picard and J. R. Hartley",
      "Conan O'Neill",
      'Jean-Luc Picard',
      'J. R. Hartley',
    ],
    ['in the Bank of England', 'Bank of England'],
    ['Спросите, знает ли Анна Каренина.', 'Анна Каренина'],
    ['The Hague and Please Note: Thank You'],
    ['on Monday August 3 the LLM API went down. Then it came back'],
    ['# Getting Started Guide\nSome text'],
    ['This Has Far Too Many Capitals To Be One'],
  ],
  decision: [
    ['Fine. We will use SQLite, as agreed. Good.', 'We will use SQLite, as agreed.'],
    ['- Never deploy on Friday\n- Tests come first', 'Never deploy on Friday'],
    ['It was approved by Dr. Lee yesterday! Yes.', 'It was approved by Dr. Lee yesterday!'],
    ['The mustard is nevertheless disagreed about. I will look at it.'],
    ['```ts\n// this must never happen\n```'],
    ['You MUST NOT share keys', 'You MUST NOT share keys'],
  ],
};

describe.each(Object.entries(LINES))('facts of class %s', (factClass, lines) => {
  it.each(lines.map(([text, ...normals]) => ({ text, normals })))('in: $text', ({ text, normals }) => {
    const found = extractFacts(text).filter((fact) => fact.factClass === factClass);
    expect(found.map((fact) => fact.normal)).toEqual(normals);
  });
});
