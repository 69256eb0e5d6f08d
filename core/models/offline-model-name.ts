// Apart from the model, so that whoever only names it doesn't load it.

export const OFFLINE_MODEL_NAME = 'offline-extractive';
/** What people read. */
export const OFFLINE_MODEL_LABEL = 'Offline (extractive)';
