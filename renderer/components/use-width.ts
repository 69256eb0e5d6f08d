import { useLayoutEffect, useState, type RefObject } from 'react';

/** The width of an element in CSS pixels, as it changes; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    // It also fires once at the start.
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(target.clientWidth));
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
