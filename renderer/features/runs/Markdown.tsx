import { memo, type ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { request } from '../../app/inspector-api.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { htmlAsText } from './html-as-text.ts';

async function copyLink(url: string): Promise<void> {
  const result = await request('clipboard:write', { text: url });
  if (result.ok) toastActions().say('The address was copied.');
  else toastActions().complain(result.error.message);
}

// The text is a stranger's: no address is opened and none is fetched, only shown.
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <button
      type="button"
      className="inline rounded text-left text-accent-ink underline decoration-accent/40 hover:decoration-accent"
      title={`${href ?? ''} (press to copy)`}
      onClick={() => void copyLink(href ?? '')}
    >
      {children}
    </button>
  ),
  img: ({ alt, src }) => (
    <span className="text-muted" title={typeof src === 'string' ? src : undefined}>
      [image: {alt === undefined || alt === '' ? 'no description' : alt}]
    </span>
  ),
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const text = typeof children === 'string' ? children : '';
    const language = /language-([\w+#-]+)/.exec(className ?? '')?.[1] ?? null;
    // Markdown ends a fenced block with a line break; code within a line has none.
    return language !== null || text.endsWith('\n') ? (
      <CodeBlock code={text.replace(/\n$/, '')} language={language} />
    ) : (
      <code className="numeric rounded-[4px] bg-track px-1 py-px">{children}</code>
    );
  },
  // A table may be written without headings; an empty one would be announced as such.
  th: ({ children }) => (children === undefined ? <td /> : <th>{children}</th>),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
};

const REMARK = [remarkGfm, htmlAsText];
const REHYPE = [rehypeSanitize];

/** Markdown as text: no live HTML, nothing loaded, links only copied. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="markdown" dir="auto">
      <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});
