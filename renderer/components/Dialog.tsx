import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** True: the title is there for a screen reader only. */
  readonly titleHidden?: boolean;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the foot, the main one last. */
  readonly footer?: ReactNode;
  readonly className?: string;
}

/**
 * A modal dialog on the browser's own: focus stays inside, Escape closes, focus goes back to where it was.
 * Drawn in the top layer, with no style that the page's security policy would refuse.
 */
export function Dialog(props: DialogProps): ReactElement | null {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  titleHidden = false,
  description,
  children,
  footer,
  className,
}: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
      // What is to be filled in comes first; the browser would take the button that closes.
      const field = element.querySelector<HTMLElement>('[data-autofocus], input, textarea');
      (field ?? element).focus();
    }
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    // Escape reaches a modal dialog as `cancel`; a press beside it lands on the element itself.
    const onCancel = (event: Event): void => {
      event.preventDefault();
      onClose();
    };
    const onPress = (event: MouseEvent): void => {
      if (event.target === element) onClose();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('mousedown', onPress);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('mousedown', onPress);
    };
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classNames(
        'animate-appear m-auto outline-none max-h-[86vh] w-[min(560px,92vw)] rounded-card border border-line-strong bg-surface p-0 shadow-lift backdrop:bg-scrim',
        className,
      )}
    >
      <div className="flex max-h-[calc(86vh-2px)] flex-col">
        <header className={classNames('flex items-start gap-3 px-4.5 pt-4 pb-3', titleHidden && 'sr-only')}>
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="text-lg font-semibold">
              {title}
            </h2>
            {description === undefined ? null : <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {titleHidden ? null : (
            <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={onClose} />
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-auto">{children}</div>
        {footer === undefined ? null : (
          <footer className="flex justify-end gap-2 border-t border-line px-4.5 py-3">{footer}</footer>
        )}
      </div>
    </dialog>
  );
}
