import { createHash } from 'node:crypto'

/** A font of the system: an image may not load one. */
const FONT = 'font-family="system-ui,sans-serif" font-weight="600" fill="#fff"'

/**
 * Draws an icon for anything whose logo cannot be shipped: initials on a colour derived from `seed`.
 *
 * @param label - Text to take the initials from; letters and digits only are used.
 * @returns An SVG document, 96 by 96.
 */
export function neutralIcon(label: string, seed: string): string {
  const initials = initialsOf(label)
  const hue = createHash('sha256').update(seed).digest().readUInt16BE(0) % 360
  const size = initials.length > 2 ? 30 : 40
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    '<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">',
    `<stop offset="0" stop-color="hsl(${hue},58%,46%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360},62%,34%)"/>`,
    '</linearGradient></defs><rect width="96" height="96" fill="url(#g)"/>',
    initials === ''
      ? '<circle cx="48" cy="48" r="20" fill="none" stroke="#fff" stroke-width="8"/>'
      : `<text x="48" y="50" ${FONT} font-size="${size}" text-anchor="middle" dominant-baseline="central">${initials}</text>`,
    '</svg>',
  ].join('')
}

/** A short upper-case word (a ticker) is kept whole; otherwise the first letters of two words. */
function initialsOf(label: string): string {
  const words = label.match(/[A-Za-z0-9]+/g) ?? []
  const [first = '', second = ''] = words
  if (words.length === 1 && first.length <= 4 && first === first.toUpperCase()) return first
  return `${first.charAt(0)}${second.charAt(0)}`.toUpperCase()
}

/** Draws the same icon as a data URI, for responses that embed their pictures. */
export function neutralIconUri(label: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(neutralIcon(label, label)).toString('base64')}`
}
