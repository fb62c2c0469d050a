/** Of objects and lists within each other. No request needs more, and the JSON parsers of nodes take about 100. */
const MAX_DEPTH = 64

/**
 * Parses the JSON of a caller.
 *
 * @throws {SyntaxError} when it is not JSON, or nested too deeply for code that follows it recursively.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!isWithin(value, MAX_DEPTH)) throw new SyntaxError('The JSON is nested too deeply.')
  return value
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((item) => isWithin(item, depth - 1))
}
