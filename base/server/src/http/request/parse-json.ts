/** Limits nested objects and lists. No request needs more, and the JSON parsers of nodes accept about 100. */
const MAX_DEPTH = 64

/**
 * Parses the JSON of a caller.
 *
 * @throws {SyntaxError} when it is not JSON, nested too deeply for code that follows it recursively, or has a text with
 *   half of a surrogate pair, which other parsers refuse (RFC 8259, section 8.2).
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!isInteroperable(value, MAX_DEPTH)) throw new SyntaxError('Other parsers refuse this JSON.')
  return value
}

function isInteroperable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(
    ([name, item]) => name.isWellFormed() && isInteroperable(item, depth - 1),
  )
}
