import { useEffect, useState } from 'react';
import {
  request,
  type RequestAnswer,
  type RequestArgument,
  type RequestName,
} from '../../app/inspector-api.ts';
import { IDLE, loading, settled, type Async } from '../../data/async.ts';

/** While a knob turns, only where it comes to rest is asked for. */
const SETTLE_MS = 120;

/**
 * Asks the main process, and again when the question is another object. The answer before stays until the
 * new one is there. Null: nothing is asked.
 */
export function useLabAnswer<Name extends RequestName>(
  name: Name,
  question: RequestArgument<Name> | null,
): Async<RequestAnswer<Name>> {
  const [answer, setAnswer] = useState<Async<RequestAnswer<Name>>>(IDLE);
  useEffect(() => {
    if (question === null) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      setAnswer((before) => loading(before));
      void request(name, question).then((result) => {
        if (wanted) setAnswer(settled(result));
      });
    }, SETTLE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name, question]);
  return question === null ? IDLE : answer;
}
