/** Matches JSON content types, `application/problem+json` included. */
export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i
