const MAX_LENGTH = 100

/**
 * Returns a provider's name of an account as a text that can be stored and shown: up to 100 UTF-16 units of whole characters,
 * so that no emoji is cut. Null when nothing is left.
 */
export function nameToShow(name: string): string | null {
  const text = name.replaceAll('\0', '').toWellFormed()
  let end = 0
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    if (index + segment.length > MAX_LENGTH) break
    end = index + segment.length
  }
  return text.slice(0, end) || null
}
