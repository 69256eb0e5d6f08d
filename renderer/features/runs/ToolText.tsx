import { useMemo, type ReactElement, type ReactNode } from 'react';
import { CodeBlock } from './CodeBlock.tsx';

/** On one line up to here; longer JSON is laid out. */
const ONE_LINE = 110;
/** Laying out more than this takes longer than it helps. */
const MOST_LAID_OUT = 200_000;

/** JSON laid out for reading; null when it is no JSON, or fits a line as it is. */
export function prettyJson(text: string): string | null {
  const first = text.trimStart()[0];
  if (text.length <= ONE_LINE || text.length > MOST_LAID_OUT || (first !== '{' && first !== '[')) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

/** A tool's name with what it was given or gave, in mono. */
export function ToolText({
  name,
  text,
  children,
}: {
  readonly name: string | null;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactElement {
  const pretty = useMemo(() => prettyJson(text), [text]);
  const head =
    name === null && children === undefined ? null : (
      <span className="mr-2 inline-flex items-center gap-2">
        {name === null ? null : <b className="font-semibold text-text">{name}</b>}
        {children}
      </span>
    );
  if (pretty !== null)
    return (
      <div className="numeric">
        {head}
        <CodeBlock code={pretty} language="json" />
      </div>
    );
  return (
    <div className="numeric whitespace-pre-wrap text-muted">
      {head}
      {text}
    </div>
  );
}
