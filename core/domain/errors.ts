export type InspectorErrorCode =
  | 'invalid-option'
  | 'invalid-import'
  | 'not-found'
  | 'storage-failed'
  | 'model-failed'
  | 'empty-summary'
  | 'cancelled';

/** The only error type core throws on purpose. Callers branch on `code`, people read `message`. */
export class InspectorError extends Error {
  readonly code: InspectorErrorCode;

  constructor(code: InspectorErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'InspectorError';
    this.code = code;
  }
}
