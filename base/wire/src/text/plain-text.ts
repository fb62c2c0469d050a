/** Stops that keyboards make in place of ".": ideographic, its narrow form, Arabic. */
const STOPS = /[\u3002\uff61\u066b]/g

const ARABIC_COMMA = /\u060c/g

/** Arabic. It never separates decimals. */
const THOUSANDS_SEPARATOR = /\u066c/g

/** Full-width letters, digits and signs, at a fixed distance from those of ASCII. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_DISTANCE = 0xfee0

/** Marks of direction, joiners and others without width, which come along with pasted text. */
const INVISIBLE = /\p{Cf}/gu
const SPACE = /\p{Zs}/gu
const DIGIT = /\p{Nd}/gu
const DIGITS_OF_A_SCRIPT = 10

/**
 * Returns typed or pasted text in ASCII where a keyboard of another language makes digits, stops, commas, signs and
 * spaces of its script: "０。5" is "0.5". Letters of other scripts stay.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint(codeOf(sign) - FULL_WIDTH_DISTANCE))
    .replaceAll(DIGIT, toAsciiDigit)
    .replaceAll(STOPS, '.')
    .replaceAll(ARABIC_COMMA, ',')
    .replaceAll(THOUSANDS_SEPARATOR, ' ')
    .replaceAll(SPACE, ' ')
}

/** Returns the digits of typed or pasted text, such as those of a code. */
export function typedDigits(text: string): string {
  return plainText(text).replaceAll(/\D/g, '')
}

/** Spaces and marks without width around a text. Within a name they count: an emoji may be joined by one. */
const EDGES = /^[\p{Cf}\p{Zs}\s]+|[\p{Cf}\p{Zs}\s]+$/gu

/** Returns the name of an account in typed or pasted text: "alice。eth" is "alice.eth" (ENSIP-15 knows one stop). */
export function typedName(text: string): string {
  return text.replaceAll(EDGES, '').replaceAll(/[\u3002\uff0e\uff61]/g, '.')
}

const NAMED = /^[^<>]*<([^<>]*)>$/
const LINK = /^mailto:([^?]*)(?:\?.*)?$/i

/** Returns the email address in typed or pasted text: in "Alice <a@b.c>" and "mailto:a@b.c", that is "a@b.c". */
export function typedEmail(text: string): string {
  const plain = plainText(text).trim()
  const address = NAMED.exec(plain)?.[1]?.trim() ?? plain
  return (LINK.exec(address)?.[1] ?? address).trim()
}

/** Unicode has the digits of each script in a row, beginning with its zero. */
function toAsciiDigit(digit: string): string {
  let start = codeOf(digit)
  while (isDigit(start - 1)) start -= 1
  return String((codeOf(digit) - start) % DIGITS_OF_A_SCRIPT)
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code))
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0
}
