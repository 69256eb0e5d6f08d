import { memo, type ReactElement } from 'react';
import type { MessageView } from '../../../core/contract.ts';
import { classNames } from '../../components/class-names.ts';
import type { DiffState } from '../../selectors/diff-rows.ts';
import { itemLine, type ItemLine } from './item-line.ts';
import { markFacts, type LostKeys } from './mark-facts.ts';

const EDGES: Readonly<Record<DiffState, string>> = {
  kept: 'border-l-kept bg-surface',
  covered: 'border-l-summary-line bg-summary-soft',
  dropped: 'border-l-dropped bg-dropped-soft',
};

/** One message of a run, in either column. Facts are marked where `lost` is given. */
export const DiffMessage = memo(function DiffMessage({
  run,
  message,
  state,
  lost,
}: {
  readonly run: number;
  readonly message: MessageView;
  readonly state: DiffState;
  readonly lost: LostKeys | null;
}): ReactElement {
  return (
    <div
      className={classNames(
        '@container flex flex-col gap-1.5 rounded-card border border-l-3 border-line px-3 py-2 shadow-card',
        EDGES[state],
      )}
    >
      {message.items.map((item, index) => {
        const line = itemLine(item);
        return (
          <div key={index} className="flex gap-x-3 @max-3xs:flex-col">
            <span className="w-16 shrink-0 pt-px text-xs whitespace-nowrap text-muted">
              {run + 1} {line.who}
            </span>
            <LineText line={line} lost={lost} />
          </div>
        );
      })}
    </div>
  );
});

function LineText({ line, lost }: { readonly line: ItemLine; readonly lost: LostKeys | null }): ReactElement {
  return (
    <p
      data-selectable
      className={classNames(
        'min-w-0 flex-1 break-words whitespace-pre-wrap select-text',
        line.isCode && 'numeric leading-normal',
      )}
    >
      {lost === null
        ? line.text
        : markFacts(line.text, lost).map((piece, index) =>
            piece.fate === null ? (
              <span key={index}>{piece.text}</span>
            ) : (
              <span
                key={index}
                title={`${piece.fate.factClass}: ${piece.fate.survives ? 'still in the model view' : 'nowhere in the model view'}`}
                className={classNames(
                  'underline underline-offset-3',
                  piece.fate.survives
                    ? 'decoration-kept decoration-1'
                    : 'decoration-dropped decoration-wavy decoration-1',
                )}
              >
                {piece.text}
              </span>
            ),
          )}
    </p>
  );
}
