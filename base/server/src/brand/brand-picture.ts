import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A picture of the operator, read at the start. */
export type BrandPicture = {
  bytes: Buffer
  type: 'image/svg+xml' | 'image/png'
  /** In pixels; null for SVG, which has any size. */
  size: { width: number; height: number } | null
}

const MAX_BYTES = 512 * 1_024

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Position of width and height in the header that begins each PNG (RFC 2083, section 4.1.1). */
const PNG_HEADER = { end: 33, name: 12, width: 16, height: 20 }

/** Content that runs, or that is loaded from elsewhere. Browsers ignore it in images; other viewers may not. */
const ACTIVE_SVG =
  /<script|<foreignObject|<iframe|<!ENTITY|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i

/**
 * Reads a picture.
 *
 * @throws {RangeError} whose message completes a sentence that begins with the field's name.
 */
export function readPicture(path: string): BrandPicture {
  const bytes = read(path)
  if (bytes.length > MAX_BYTES) throw new RangeError('is larger than 512 KB')
  if (extname(path).toLowerCase() === '.svg') return readSvg(bytes)
  return readPng(bytes)
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new RangeError('names a file that cannot be read')
  }
}

function readSvg(bytes: Buffer): BrandPicture {
  const text = bytes.toString('utf8')
  if (!/<svg[\s>]/i.test(text)) throw new RangeError('is no SVG')
  if (ACTIVE_SVG.test(text)) {
    throw new RangeError('is an SVG with scripts, handlers or links: export it as a plain one')
  }
  return { bytes, type: 'image/svg+xml', size: null }
}

function readPng(bytes: Buffer): BrandPicture {
  const { end, name, width, height } = PNG_HEADER
  const isPng =
    bytes.length >= end &&
    bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    bytes.toString('latin1', name, width) === 'IHDR'
  if (!isPng) throw new RangeError('is no PNG')
  const size = { width: bytes.readUInt32BE(width), height: bytes.readUInt32BE(height) }
  return { bytes, type: 'image/png', size }
}
