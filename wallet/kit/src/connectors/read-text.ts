/** Returns the text in a property; null without one, for blank and other values, and when reading it throws. */
export function readText(value: object | null, key: string): string | null {
  try {
    const text = (value as Readonly<Record<string, unknown>> | null)?.[key]
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
  } catch {
    return null
  }
}
