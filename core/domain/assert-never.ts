/** Turns a forgotten union member into a compile error, and into a clear one at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
