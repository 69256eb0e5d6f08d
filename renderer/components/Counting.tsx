import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { countUp } from './count-up.ts';

export interface CountingProps {
  readonly value: number;
  readonly format: (value: number) => string;
}

/**
 * A number that counts to a new value instead of jumping. Its text is the new value from the first
 * moment on, for readers, copies and tests; what is seen on the way lies over it.
 */
export function Counting({ value, format }: CountingProps): ReactElement {
  const element = useRef<HTMLSpanElement>(null);
  const reached = useRef(value);
  const words = useRef(format);
  useLayoutEffect(() => {
    words.current = format;
  });
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null || reached.current === value) return undefined;
    return countUp(reached.current, value, (number) => {
      reached.current = number ?? value;
      if (number === null) delete shown.dataset['shown'];
      else shown.dataset['shown'] = words.current(number);
    });
  }, [value]);
  return (
    <span ref={element} className="counting">
      {format(value)}
    </span>
  );
}
