import { Copy } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { request } from '../../app/inspector-api.ts';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { toastActions } from '../../stores/toast-store.ts';
import { highlightCode, type CodeLine } from './highlight-code.ts';

/** Code in mono; coloured once the highlighter has read it, and plain when it can't or needn't. */
export function CodeBlock({
  code,
  language,
}: {
  readonly code: string;
  readonly language: string | null;
}): ReactElement {
  const [coloured, setColoured] = useState<{
    readonly of: string;
    readonly lines: readonly CodeLine[];
  } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void highlightCode(code, language, controller.signal).then((lines) => {
      if (lines !== null && !controller.signal.aborted) setColoured({ of: code, lines });
    });
    return () => {
      controller.abort();
    };
  }, [code, language]);
  const copy = async (): Promise<void> => {
    const result = await request('clipboard:write', { text: code });
    if (!result.ok) toastActions().complain(result.error.message);
  };
  return (
    <div className="group/code relative my-1.5 first:mt-0.5">
      <pre
        className={classNames(
          'numeric max-h-105 overflow-auto rounded-control border border-line bg-surface-2 px-3 py-2 leading-[1.55] text-text',
          // Data is read for its values: a long one is wrapped; code keeps its lines.
          language === 'json' ? 'whitespace-pre-wrap' : 'whitespace-pre',
        )}
        dir="ltr"
      >
        <code>{coloured?.of === code ? <Coloured lines={coloured.lines} /> : code}</code>
      </pre>
      <IconButton
        label="Copy"
        size="small"
        className="absolute top-1.5 right-1.5 bg-surface opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100"
        icon={<Copy aria-hidden className="size-3.5" />}
        onClick={() => void copy()}
      />
    </div>
  );
}

function Coloured({ lines }: { readonly lines: readonly CodeLine[] }): ReactElement {
  return (
    <>
      {lines.map((line, index) => (
        <span key={index}>
          {line.map((piece, at) =>
            piece.color === null ? (
              piece.text
            ) : (
              <span key={at} style={{ color: piece.color }}>
                {piece.text}
              </span>
            ),
          )}
          {index < lines.length - 1 ? '\n' : ''}
        </span>
      ))}
    </>
  );
}
