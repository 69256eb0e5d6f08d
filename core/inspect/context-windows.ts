/** Tokens of the model's context window; null for a model that isn't in the table. */
export function contextWindowOf(_model: string | null): number | null {
  return null;
}
