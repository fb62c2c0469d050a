/** A font of the system: an image may not load one. */
const FONT = 'font-family="system-ui,sans-serif" font-weight="600" fill="#5a4f41"'

/** Font size by the number of letters: also the widest fit between the edges of a circle. */
const FONT_SIZES = [46, 46, 34, 28, 22]

/** The longest text that fits, such as a ticker. */
const MAX_LETTERS = FONT_SIZES.length - 1

/** Corner radius of the outline: wallets and networks show as rounded squares, coins and tokens as circles. */
const RADII = { square: 24, round: 46.5 } as const

/**
 * Draws an icon for anything whose logo cannot be shipped: letters in a plain outline, the same for all. A
 * coloured tile would look like an imitation of a logo.
 *
 * @param label - Text to take the letters from; letters and digits only are used.
 * @param shape - Outline of the icon.
 * @returns An SVG document, 96 by 96.
 */
export function neutralIcon(label: string, shape: keyof typeof RADII = 'square'): string {
  const letters = lettersOf(label)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    '<rect width="96" height="96" fill="#f7f5f2"/>',
    `<rect x="1.5" y="1.5" width="93" height="93" rx="${RADII[shape]}" fill="none" stroke="#d8d2c8" stroke-width="3"/>`,
    letters === ''
      ? '<circle cx="48" cy="48" r="18" fill="none" stroke="#5a4f41" stroke-width="5"/>'
      : `<text x="48" y="50" ${FONT} font-size="${FONT_SIZES[letters.length]}" text-anchor="middle" dominant-baseline="central">${letters}</text>`,
    '</svg>',
  ].join('')
}

/** A short upper-case word (a ticker) is kept whole; of anything else, the first letter. */
function lettersOf(label: string): string {
  const [first = ''] = label.match(/[A-Za-z0-9]+/g) ?? []
  const isTicker = first === label && first.length <= MAX_LETTERS && first === first.toUpperCase()
  return isTicker ? first : first.charAt(0).toUpperCase()
}

/** Draws the icon of a coin or token as a data URI, for responses that embed their pictures. */
export function neutralIconUri(symbol: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(neutralIcon(symbol, 'round')).toString('base64')}`
}
