/** Shortest label of a name (R-NAMES-4), and the longest that the DNS allows (RFC 1035), in characters. */
export const LABEL_LENGTH = { least: 4, most: 63 } as const
