import { describe, expect, it } from 'vitest';
import { fieldMapping } from '../../../../core/cli/map-option.ts';

describe('--map', () => {
  it('names the fields of a message, and what speakers are called', () => {
    expect(
      fieldMapping('role=who.kind, text=said,time=at,thread=id,list=turns,assistant=Ann|Bo,user=Cy'),
    ).toEqual({
      list: 'turns',
      role: 'who.kind',
      text: 'said',
      time: 'at',
      thread: 'id',
      roles: { Ann: 'assistant', Bo: 'assistant', Cy: 'user' },
    });
  });

  it.each([
    ['role=a', /role=FIELD,text=FIELD/],
    ['role=a,text=', /“text=” is none of list=, role=/],
    ['role=a,text=b,words=c', /“words=c” is none of/],
    ['role', /“role” is none of/],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => fieldMapping(text)).toThrow(message);
  });
});
