import { describe, expect, it } from 'vitest';
import {
  parseHastekitLine,
  parseHastekitRecord,
  writeHastekitRecord,
  type HastekitRecord,
} from '../../../../core/persistence/hastekit-records.ts';
import { message, run, summary } from '../../../support/builders.ts';

function runRecord(fields: Record<string, unknown> = {}): unknown {
  return {
    type: 'message',
    message: { run_id: 'r1', thread_id: 't1', conversation_id: 'c1', messages: [], ...fields },
  };
}

function summaryRecord(fields: Record<string, unknown> = {}): unknown {
  return { type: 'summary', summary: { id: 's1', thread_id: 't1', ...fields } };
}

function parsed(value: unknown): { record: HastekitRecord; warnings: readonly string[] } {
  const result = parseHastekitRecord(value);
  if (!result.ok) throw new Error(result.problem.message);
  return { record: result.record, warnings: result.warnings.map((each) => each.message) };
}

function runOf(value: unknown) {
  const { record } = parsed(value);
  if (record.type !== 'message') throw new Error('a summary');
  return record.run;
}

function summaryOf(value: unknown) {
  const { record } = parsed(value);
  if (record.type !== 'summary') throw new Error('a run');
  return record.summary;
}

describe('parseHastekitRecord', () => {
  it('reads a run', () => {
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Stock?' }] };
    const { record, warnings } = parsed(
      runRecord({
        previous_run_id: 'r0',
        namespace: 'default',
        messages: [{ id: 'b1', sender_id: 'anna', messages: [item] }],
        meta: { state: { a: 'b' } },
        created_at: '2026-08-20T09:01:03.512345678+05:30',
      }),
    );
    expect(record).toEqual({
      type: 'message',
      namespace: 'default',
      run: {
        runId: 'r1',
        previousRunId: 'r0',
        threadId: 't1',
        conversationId: 'c1',
        messages: [{ id: 'b1', senderId: 'anna', items: [item] }],
        // 09:01:03 at +05:30 is 03:31:03 UTC.
        createdAtMs: Date.UTC(2026, 7, 20, 3, 31, 3, 512),
        meta: { state: { a: 'b' } },
      },
    });
    expect(warnings).toEqual([]);
  });

  it('reads a summary', () => {
    const text = 'Previous conversation summary: KT-100 has 12.';
    const item = { type: 'message', role: 'system', content: [{ type: 'input_text', text }] };
    expect(
      parsed(
        summaryRecord({
          namespace: 'default',
          summary_message: { id: 'sb1', sender_id: '', messages: [item] },
          last_summarized_run_id: 'r1',
          created_at: '2026-08-20T09:05:03Z',
          meta: { is_summary: true },
        }),
      ).record,
    ).toEqual({
      type: 'summary',
      namespace: 'default',
      summary: {
        summaryId: 's1',
        threadId: 't1',
        message: { id: 'sb1', senderId: '', items: [item] },
        lastSummarizedRunId: 'r1',
        createdAtMs: Date.UTC(2026, 7, 20, 9, 5, 3),
      },
    });
  });

  it('reads the field names of older files', () => {
    const { record } = parsed({
      type: 'message',
      message: { message_id: 'r2', previous_message_id: 'r1', thread_id: 't1', conversation_id: 'c1' },
    });
    expect(record).toMatchObject({ run: { runId: 'r2', previousRunId: 'r1' } });
    expect(summaryOf(summaryRecord({ last_summarized_message_id: 'r1' })).lastSummarizedRunId).toBe('r1');
  });

  it('takes a save without messages for one', () => {
    expect(runOf(runRecord({ messages: null })).messages).toEqual([]);
  });

  it('takes Go’s zero time for none, in any zone', () => {
    for (const created_at of ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+05:30', '', null, undefined]) {
      expect(runOf(runRecord({ created_at })).createdAtMs).toBeNull();
    }
  });

  it('takes a sliding window’s message without items for no summary', () => {
    const summary_message = { id: '', sender_id: '', messages: null };
    expect(summaryOf(summaryRecord({ summary_message })).message).toBeNull();
    expect(summaryOf(summaryRecord()).message).toBeNull();
  });

  it('takes an empty boundary for a refused one', () => {
    expect(summaryOf(summaryRecord({ last_summarized_run_id: '' })).lastSummarizedRunId).toBeNull();
  });

  it('tells messages without an id apart by their run and place', () => {
    const messages = [
      { sender_id: 'a', messages: [] },
      { sender_id: 'b', messages: [] },
    ];
    expect(runOf(runRecord({ messages })).messages.map((each) => each.id)).toEqual(['r1#0', 'r1#1']);
  });

  it('says what was odd, and reads the rest', () => {
    const { record, warnings } = parsed(
      runRecord({ messages: ['hello', { id: 'b1', messages: [] }], created_at: 'yesterday' }),
    );
    expect(record).toMatchObject({ run: { createdAtMs: null, messages: [{ id: 'b1' }] } });
    expect(warnings).toEqual(['a message is no object', 'created_at is no time: "yesterday"']);
    expect(parsed(runRecord({ messages: 'hello' })).warnings).toEqual([
      'the messages of the record are no list and were left out',
    ]);
  });

  it.each([
    [null, 'not-an-object', /no JSON object/],
    [[1], 'not-an-object', /no JSON object/],
    [{ type: 'note', note: {} }, 'unknown-record-type', /expected a record .*, found type "note"/],
    [{ type: 'summary', summary: 'a text' }, 'unknown-record-type', /with an object of that name/],
    [{ thread_id: 't1' }, 'unknown-record-type', /found type none/],
    [runRecord({ thread_id: '' }), 'missing-thread-id', /no thread_id/],
    [runRecord({ run_id: 7 }), 'missing-run-id', /no run_id/],
    [summaryRecord({ id: null }), 'missing-summary-id', /no id/],
  ])('refuses %j', (value, code, sentence) => {
    const result = parseHastekitRecord(value);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    if (!result.ok) expect(result.problem.message).toMatch(sentence);
  });
});

describe('parseHastekitLine', () => {
  it('refuses a line that was cut off', () => {
    expect(parseHastekitLine('{"type":"message","mess')).toMatchObject({
      ok: false,
      problem: { code: 'not-json' },
    });
  });
});

describe('writeHastekitRecord', () => {
  it('writes a run as the SDK does, leaving out what is empty', () => {
    const written: unknown = JSON.parse(
      writeHastekitRecord({
        type: 'message',
        namespace: '',
        run: run('r1', [], { createdAtMs: Date.UTC(2026, 7, 20, 3, 31, 3, 512) }),
      }),
    );
    expect(written).toEqual({
      type: 'message',
      message: {
        run_id: 'r1',
        thread_id: 't-1',
        conversation_id: 'c-1',
        messages: null,
        created_at: '2026-08-20T03:31:03.512Z',
      },
    });
  });

  it('writes a summary as the SDK does, whether or not it has a message and a boundary', () => {
    const write = (each: ReturnType<typeof summary>): unknown =>
      JSON.parse(writeHastekitRecord({ type: 'summary', namespace: 'default', summary: each }));
    expect(write(summary('s1', null, { message: null, createdAtMs: null }))).toEqual({
      type: 'summary',
      summary: {
        id: 's1',
        thread_id: 't-1',
        namespace: 'default',
        summary_message: { id: '', sender_id: '', messages: null },
        last_summarized_run_id: '',
        created_at: '0001-01-01T00:00:00Z',
        meta: { is_summary: true },
      },
    });
  });

  it('writes what it reads', () => {
    const records: readonly HastekitRecord[] = [
      {
        type: 'message',
        namespace: 'ns',
        run: run('r1', [message('m1', 'a\nb\u2028c')], { meta: { a: [1] } }),
      },
      { type: 'summary', namespace: '', summary: summary('s1', 'r1') },
    ];
    for (const record of records) {
      const line = writeHastekitRecord(record);
      expect(line).not.toContain('\n');
      expect(parseHastekitLine(line)).toEqual({ ok: true, record, warnings: [] });
    }
  });
});
