/**
 * Longest text shown. Signing more is possible, but no one reads it, and the browser would take seconds to
 * lay it out.
 */
export const MAX_LENGTH = 20_000

/** Browsers take seconds to wrap longer words in the page's font, which has kerning; fixed-width ones are fast. */
const LONGEST_IN_PAGE_FONT = 1_000

/** Whether a text is shown in a fixed-width font because of its length. */
export function isLong(text: string): boolean {
  return text.length > LONGEST_IN_PAGE_FONT
}

/** Characters that change or hide others: direction marks, zero-width ones, controls but line feed and tab. A
 * joiner after a pictograph is part of an emoji. */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|(?!\u200D)[\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]/gu
const KEPT = new Set(['\n', '\t'])

/** Text of an app, made safe to show: what would be invisible or reorder the rest is named instead. */
export type VisibleText = { text: string; hiddenLength: number }

/** Returns `text` as it is shown, and the number of characters that are cut off. */
export function toVisibleText(text: string, maxLength = MAX_LENGTH): VisibleText {
  const shown = text.slice(0, maxLength).replaceAll('\r\n', '\n')
  return {
    text: shown.replaceAll(INVISIBLE, (character) =>
      KEPT.has(character) ? character : `⟨U+${codePoint(character)}⟩`,
    ),
    hiddenLength: Math.max(0, text.length - maxLength),
  }
}

/** Returns a short text on one line, for names. */
export function toVisibleName(text: string, maxLength = 40): string {
  const { text: visible, hiddenLength } = toVisibleText(text.replaceAll(/\s+/g, ' '), maxLength)
  return hiddenLength > 0 ? `${visible}…` : visible
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
