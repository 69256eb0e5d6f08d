import { InvalidArgumentError } from 'commander';
import type { FieldMapping, MappedRole } from '../importers/mapped/field-mapping.ts';

export const MAP_FLAGS = '--map <fields>';
export const MAP_HELP =
  "read records that nobody knows by the fields of a message: role=FIELD,text=FIELD and, where there are such, time=FIELD, thread=FIELD, list=FIELD (the field that holds a record's messages), user=WORD|WORD, assistant=, system=, tool= (what the speakers are called)";

const FIELDS = ['list', 'role', 'text', 'time', 'thread'] as const;
const ROLES: readonly MappedRole[] = ['user', 'assistant', 'system', 'tool'];

/** @throws InvalidArgumentError with what is wrong, for the program to say. */
export function fieldMapping(text: string): FieldMapping {
  const fields = new Map<string, string>();
  const roles: Record<string, MappedRole> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    const value = part.slice(at + 1).trim();
    const role = ROLES.find((known) => known === name);
    if (value === '' || (role === undefined && !FIELDS.some((known) => known === name))) {
      throw new InvalidArgumentError(`“${part.trim()}” is none of ${[...FIELDS, ...ROLES].join('=, ')}=.`);
    }
    if (role === undefined) fields.set(name, value);
    else for (const word of value.split('|')) roles[word.trim()] = role;
  }
  const [role, words] = [fields.get('role'), fields.get('text')];
  if (role === undefined || words === undefined) {
    throw new InvalidArgumentError(
      'The fields of the role and of the text are needed: role=FIELD,text=FIELD.',
    );
  }
  return {
    list: fields.get('list') ?? null,
    role,
    text: words,
    time: fields.get('time') ?? null,
    thread: fields.get('thread') ?? null,
    roles,
  };
}
