export type InspectorErrorCode =
  | 'invalid-option'
  | 'invalid-import'
  | 'not-found'
  | 'storage-failed'
  | 'model-failed'
  | 'empty-summary'
  | 'cancelled'
  /** Something that the app doesn't do for whoever asked. */
  | 'refused'
  /** A fault of the app itself; the message says where its details are. */
  | 'internal';

/** The only error type core throws on purpose. Callers branch on `code`, people read `message`. */
export class InspectorError extends Error {
  readonly code: InspectorErrorCode;

  constructor(code: InspectorErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'InspectorError';
    this.code = code;
  }
}
