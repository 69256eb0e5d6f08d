import { describe, expect, it } from 'vitest';
import { threadTitle } from '../../../../core/domain/thread-title.ts';
import { bundle, message } from '../../../support/builders.ts';

describe('threadTitle', () => {
  it('is the first thing a user says in words', () => {
    const messages = [
      message('m0', 'Be brief.', 'system'),
      bundle('m1', { type: 'message', role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }),
      bundle('m2', { type: 'message', role: 'user', content: '   ' }),
      message('m3', 'Tide at Brest?'),
      message('m4', 'And at Dover?'),
    ];
    expect(threadTitle(messages)).toBe('Tide at Brest?');
  });

  it('is on one line', () => {
    expect(threadTitle([message('m1', '\n  First\tline\r\n\r\nand the second  ')])).toBe(
      'First line and the second',
    );
  });

  it('is cut to 80 characters, the ellipsis included', () => {
    const title = threadTitle([message('m1', 'x'.repeat(81))]);
    expect(title).toBe(`${'x'.repeat(79)}…`);
    expect(threadTitle([message('m1', 'x'.repeat(80))])).toBe('x'.repeat(80));
  });

  it('is never cut inside a character', () => {
    const title = threadTitle([message('m1', '👍'.repeat(200))]);
    expect(Array.from(title)).toHaveLength(80);
    expect(title.isWellFormed()).toBe(true);
  });

  it('is empty when no user says anything', () => {
    expect(threadTitle([message('m1', 'Hello', 'assistant')])).toBe('');
    expect(threadTitle([])).toBe('');
  });
});
