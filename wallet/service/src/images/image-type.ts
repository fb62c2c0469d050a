/** Formats by their first bytes, in hex. None can hold script: SVG is not among them. */
const SIGNATURES: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}66747970617669(?:66|73)/],
]

const SIGNATURE_BYTES = 16

/** Returns the content type of a picture, whatever its server says, or null for anything else. */
export function imageTypeOf(body: Buffer): string | null {
  const start = body.toString('hex', 0, SIGNATURE_BYTES)
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}
