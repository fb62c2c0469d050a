import * as z from 'zod/mini'

/** Returns whether PostgreSQL stores a text: it has no NUL, and no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A text that may be stored, or looked up in a table. */
export const StorableText = z
  .string()
  .check(z.refine(isStorableText, 'not Unicode text without NUL'))
