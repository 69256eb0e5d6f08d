import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../core/adapters/sqlite/open-database.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { fixturePath } from '../importers/read-fixture.ts';
import { cli, jsonOf } from './run-cli.ts';

const loans = fixturePath('library-loans.jsonl');

function createSessions(path: string): void {
  const db = openDatabase(path);
  db.exec(`
    CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at TEXT, updated_at TEXT);
    CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at TEXT);
    INSERT INTO agent_sessions VALUES ('desk-9', '2026-08-20 09:00:00', '2026-08-20 09:00:00');
    INSERT INTO agent_messages VALUES (1, 'desk-9', '{"role":"user","content":"Pears?"}', '2026-08-20 09:00:00');
  `);
  db.close();
}

function createDatabase(path: string, schema: string): void {
  const db = openDatabase(path);
  db.exec(schema);
  db.close();
}

describe('the files that inspect reads', () => {
  it('finds databases in folders, and files of any name by their content; the others are nobody’s business', async () => {
    const folder = await tempDir();
    createSessions(join(folder, 'sessions.db'));
    await writeFile(join(folder, 'answers.responses'), readFileSync(loans));
    await writeFile(join(folder, 'picture.png'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3));
    await writeFile(join(folder, 'letter.docx'), zipSync({ 'word/document.xml': strToU8('<w/>') }));
    await writeFile(join(folder, 'torn.docx'), strToU8('PK\u0003\u0004 torn'));
    const run = await cli(['inspect', folder, '--json']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(jsonOf(run)).toMatchObject({
      files: [
        { path: join(folder, 'answers.responses'), format: 'hastekit-jsonl' },
        { path: join(folder, 'sessions.db'), format: 'openai-agents', threads: ['desk-9'] },
      ],
    });
  });

  it('reads a file once that is named twice, or named and found', async () => {
    const folder = await tempDir();
    const path = join(folder, 'loans.jsonl');
    await writeFile(path, readFileSync(loans));
    const run = await cli(['inspect', folder, path, path, '--json']);
    expect(jsonOf(run)).toMatchObject({ files: [{ path }], threads: [{ id: 'loans' }, { id: 'loans-b' }] });
  });

  it('follows links to files, and not the links of a folder to itself', async () => {
    const folder = await tempDir();
    await symlink(loans, join(folder, 'link.jsonl'));
    await symlink(folder, join(folder, 'again'));
    await symlink(join(folder, 'nothing'), join(folder, 'dangling.jsonl'));
    expect(jsonOf(await cli(['inspect', folder, '--json']))).toMatchObject({
      files: [{ path: join(folder, 'link.jsonl'), threads: ['loans', 'loans-b'] }],
    });
  });

  it('says that a folder is empty', async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'node_modules'));
    const run = await cli(['inspect', folder, '--json']);
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toBe(`${folder}: error: The folder holds no file.\n`);
    expect(jsonOf(run)).toMatchObject({ files: [{ path: folder, errors: [{ code: 'empty-folder' }] }] });
  });

  it('takes a chosen format for what looks like an export, and for what its content says is one', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'loans.jsonl'), readFileSync(loans));
    await writeFile(join(folder, 'loans.bak'), readFileSync(loans));
    await writeFile(join(folder, 'picture.png'), Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
    createSessions(join(folder, 'sessions.data'));
    const run = await cli(['inspect', folder, '--format', 'hastekit-jsonl', '--json']);
    expect(run.exitCode).toBe(0);
    expect(jsonOf(run)).toMatchObject({
      files: [{ path: join(folder, 'loans.bak') }, { path: join(folder, 'loans.jsonl') }],
    });
  });

  it('counts an answer once that a session resumed in another file repeats', async () => {
    const folder = await tempDir();
    const line = (sessionId: string, uuid: string, parentUuid: string | null, message: object): string =>
      `${JSON.stringify({ type: 'id' in message ? 'assistant' : 'user', uuid, parentUuid, sessionId, message })}\n`;
    const ask = (content: string): object => ({ role: 'user', content });
    const answer = (id: string, output: number): object => ({
      id,
      role: 'assistant',
      content: [{ type: 'text', text: 'Yes.' }],
      usage: { input_tokens: 10, output_tokens: output },
    });
    const first = (session: string): string =>
      line(session, 'u1', null, ask('Plums?')) + line(session, 'a1', 'u1', answer('msg_P', 50));
    await writeFile(join(folder, 'a.jsonl'), first('s-first'));
    await writeFile(
      join(folder, 'b.jsonl'),
      first('s-resumed') +
        line('s-resumed', 'u2', 'a1', ask('Pears?')) +
        line('s-resumed', 'a2', 'u2', answer('msg_Q', 12)),
    );
    expect(jsonOf(await cli(['inspect', folder, '--json']))).toMatchObject({
      threads: [
        { id: 's-first', usage: { calls: 1, prompt: 10, output: 50 } },
        // The copied run is shown, and counts where it was answered: 12 of 50 + 12.
        {
          id: 's-resumed',
          runs: [{ copiedFrom: 's-first' }, {}],
          usage: { calls: 1, prompt: 10, output: 12 },
        },
      ],
    });
  });

  it('reads a pipe, whose bytes come once', async () => {
    const pipe = join(await tempDir(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, readFileSync(loans));
    const run = await cli(['inspect', pipe, '--json']);
    await writing;
    expect(jsonOf(run)).toMatchObject({ files: [{ path: pipe, threads: ['loans', 'loans-b'] }] });
  });

  it('tells what a file that nobody knows holds', async () => {
    const folder = await tempDir();
    const fields = join(folder, 'fields.json');
    await writeFile(fields, '[{"speaker":"Bo","words":"hello"}]');
    const cookies = join(folder, 'cookies.db');
    createDatabase(cookies, 'CREATE TABLE cookies (name TEXT)');
    const run = await cli(['inspect', fields, cookies]);
    expect(run.exitCode).toBe(3);
    const [first, second] = run.stderr.split('\n');
    expect(first).toMatch(/^\S+fields\.json: error: .*a list of objects with the fields speaker, words\./);
    expect(second).toMatch(/^\S+cookies\.db: error: .*a database with the tables cookies\./);
  });
});
