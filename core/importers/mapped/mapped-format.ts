/** Not among the formats that are told from the content: it needs a mapping. */
export const MAPPED_FORMAT = 'mapped';
export const MAPPED_LABEL = 'Mapped by hand';
