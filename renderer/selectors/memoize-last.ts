/** Remembers one result, by identity of the arguments: for derived data of the one thread that is shown. */
export function memoizeLast<Arguments extends readonly unknown[], Value>(
  compute: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  let last: { readonly args: Arguments; readonly value: Value } | null = null;
  return (...args) => {
    const hit = last;
    if (
      hit !== null &&
      args.length === hit.args.length &&
      args.every((arg, i) => Object.is(arg, hit.args[i]))
    )
      return hit.value;
    const value = compute(...args);
    last = { args, value };
    return value;
  };
}
