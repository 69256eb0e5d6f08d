import { useId, type ReactElement } from 'react';
import type { MappedRole, MappingSample } from '../../../core/contract.ts';
import { Badge, type Tone } from '../../components/Badge.tsx';

const TONES: Readonly<Record<MappedRole, Tone>> = {
  user: 'accent',
  assistant: 'kept',
  system: 'covered',
  tool: 'plain',
};

/** The first messages as they would come in. */
export function SampledMessages({
  messages,
}: {
  readonly messages: MappingSample['messages'];
}): ReactElement {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="text-sm text-muted">
        First messages
      </p>
      {messages.length === 0 ? (
        <p role="status" className="text-sm text-dropped-ink">
          No record has words in the field for the text. Choose another.
        </p>
      ) : (
        <ol aria-labelledby={id} className="flex flex-col gap-1.5">
          {messages.map(({ word, role, text, atMs, thread }, index) => (
            <li key={index} className="flex items-baseline gap-2">
              <Badge tone={role === null ? 'dropped' : TONES[role]} className="w-18 justify-center">
                {role ?? 'user?'}
              </Badge>
              <span className="min-w-0 flex-1">
                <span data-selectable className="line-clamp-2 wrap-anywhere select-text">
                  {text}
                </span>
                <span className="block truncate text-xs text-muted">
                  {[
                    word,
                    thread === null ? null : `thread ${thread}`,
                    atMs === null ? null : new Date(atMs).toLocaleString(),
                  ]
                    .filter((part) => part !== null && part !== '')
                    .join(' · ')}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
