import { detectImporter } from '../../core/importers/all-importers.ts';
import type { ImportOptions, ThreadImporter } from '../../core/importers/thread-import.ts';
import { importBytes, type ImportedFixture } from './import-fixture.ts';

/** Imports a value as the JSON file that a program would write of it. */
export function importJson(
  importer: ThreadImporter,
  value: unknown,
  options: ImportOptions = {},
): Promise<ImportedFixture> {
  return importText(importer, JSON.stringify(value, null, 1), options);
}

export function importText(
  importer: ThreadImporter,
  text: string,
  options: ImportOptions = {},
): Promise<ImportedFixture> {
  return importBytes(importer, new TextEncoder().encode(text), 'export.json', options);
}

/** Name of the importer that takes the text for its own; null: none does. */
export function formatOf(text: string): string | null {
  return detectImporter(new TextEncoder().encode(text), 'x')?.format ?? null;
}

/** What each run says, as `role: words` or `name(arguments)` or `=> result`. */
export function wordsOf({ threads }: ImportedFixture, thread = 0): readonly (readonly string[])[] {
  return (threads[thread]?.runs ?? []).map((run) =>
    run.messages.flatMap(({ items }) =>
      items.map((item) => {
        switch (item.type) {
          case 'message':
            return `${item.role}: ${contentText(item.content)}`;
          case 'function_call':
            return `${item.name}(${item.arguments})`;
          case 'function_call_output':
            return `=> ${contentText(item.output)}`;
          case 'reasoning':
            return `(${item.summary.map(({ text }) => text).join(' / ')})`;
          default:
            return item.type;
        }
      }),
    ),
  );
}

function contentText(content: string | readonly { readonly type: string; readonly text?: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => part.text ?? `[${part.type}]`).join(' | ');
}
