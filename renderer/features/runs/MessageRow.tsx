import { FileText, Image as ImageIcon } from 'lucide-react';
import { memo, useCallback, type ReactElement, type ReactNode } from 'react';
import type { ItemView, MessageView, ThreadRef } from '../../../core/contract.ts';
import { request, type RequestArgument } from '../../app/inspector-api.ts';
import { Badge } from '../../components/Badge.tsx';
import { bytes, grouped } from '../../components/format.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { LongText } from './LongText.tsx';
import { Markdown } from './Markdown.tsx';
import { ToolText } from './ToolText.tsx';

/** One message, item by item; the role stands in the margin. */
export const MessageRow = memo(function MessageRow({
  thread,
  run,
  message,
}: {
  readonly thread: ThreadRef;
  readonly run: number;
  readonly message: MessageView;
}): ReactElement {
  const isFound = useViewStore(
    ({ target, findText }) => findText !== '' && target?.run === run && target.message === message.index,
  );
  return (
    <li data-message={message.index}>
      {message.items.length === 0 ? (
        <Line label="message">
          <span className="text-muted italic">no items</span>
        </Line>
      ) : null}
      {message.items.map((item, index) => (
        <Line
          key={index}
          label={labelOf(item)}
          tokens={index === 0 ? message.estimatedTokens : null}
          sender={message.senderId}
        >
          <Item item={item} place={{ thread, run, message: message.index, item: index }} isFound={isFound} />
        </Line>
      ))}
    </li>
  );
});

function Line({
  label,
  tokens = null,
  sender = '',
  children,
}: {
  readonly label: string;
  readonly tokens?: number | null;
  readonly sender?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2 pr-3.5 pl-12">
      <span className="text-muted" title={sender === '' ? undefined : `sender ${sender}`}>
        {label}
      </span>
      <div className="min-w-0">{children}</div>
      <span className="numeric pt-px text-muted" title="Estimated tokens of this message">
        {tokens === null ? '' : `≈ ${grouped(tokens)}`}
      </span>
    </div>
  );
}

function labelOf(item: ItemView): string {
  switch (item.kind) {
    case 'text':
    case 'image':
    case 'file':
      return item.role;
    case 'tool-call':
      return 'tool call';
    case 'tool-result':
      return 'tool result';
    case 'reasoning':
      return 'reasoning';
    case 'other':
      return 'other item';
  }
}

interface ItemProps {
  readonly item: ItemView;
  readonly place: RequestArgument<'runs:item-text'>;
  readonly isFound: boolean;
}

function Item({ item, place, isFound }: ItemProps): ReactElement {
  const { thread, run, message, item: index } = place;
  const loadAll = useCallback(
    () => request('runs:item-text', { thread, run, message, item: index }),
    [thread, run, message, index],
  );
  switch (item.kind) {
    case 'text':
      return (
        <LongText text={item.text} cutFrom={item.cutFrom} loadAll={loadAll} isFound={isFound}>
          {(text) => <Markdown text={text} />}
        </LongText>
      );
    case 'tool-call':
      return (
        <LongText text={item.text} cutFrom={item.cutFrom} loadAll={loadAll} isFound={isFound}>
          {(text) => (
            <ToolText name={item.name} text={text}>
              {item.answered ? null : <Badge tone="summary">no result</Badge>}
            </ToolText>
          )}
        </LongText>
      );
    case 'tool-result':
      return (
        <LongText text={item.text} cutFrom={item.cutFrom} loadAll={loadAll} isFound={isFound}>
          {(text) => (
            <ToolText name={item.name} text={text}>
              {item.called ? null : <Badge tone="summary">no call asked for it</Badge>}
            </ToolText>
          )}
        </LongText>
      );
    case 'reasoning':
      return item.text === '' ? (
        <span className="text-muted italic">
          {item.encryptedBytes === null ? 'empty' : `encrypted, ${bytes(item.encryptedBytes)}`}
        </span>
      ) : (
        <LongText text={item.text} cutFrom={item.cutFrom} loadAll={loadAll} isFound={isFound}>
          {(text) => (
            <div className="text-muted italic">
              <Markdown text={text} />
            </div>
          )}
        </LongText>
      );
    case 'image':
    case 'file':
      return <Payload item={item} />;
    case 'other':
      return (
        <LongText text={item.text} cutFrom={item.cutFrom} loadAll={loadAll} isFound={isFound}>
          {(text) => <ToolText name={item.type} text={text} />}
        </LongText>
      );
  }
}

function Payload({ item }: { readonly item: Extract<ItemView, { kind: 'image' | 'file' }> }): ReactElement {
  const Icon = item.kind === 'image' ? ImageIcon : FileText;
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-control border border-dashed border-line-strong px-3 py-2 text-muted">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        {item.label} · {item.bytes === null ? 'size not told' : bytes(item.bytes)}
      </span>
    </span>
  );
}
