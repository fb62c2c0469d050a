import { type StaticFile, toStaticFile } from '../http/response/static-file.ts'
import type { BrandPicture } from './brand-picture.ts'
import { brandStyle } from './brand-style.ts'
import type { Brand } from './read-brand.ts'

export const STYLE_PATH = '/brand.css'

/** Paths of the product's own pictures, where the brand's take their place. */
const LOGO_PATHS = ['/favicon.svg', '/icon.svg']
const ICON_PATHS = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
]
const PICTURE_PATH = '/share.png'

/** Opened in a separate tab, an SVG is a document: it runs nothing and loads nothing. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Returns the files of a brand by their paths; no files without a brand. */
export function brandFiles(brand: Brand | null): ReadonlyMap<string, StaticFile> {
  if (brand === null) return new Map()
  const { logo, icon, picture } = brand
  const style = { path: STYLE_PATH, stored: Buffer.from(brandStyle(brand)), brotli: null }
  return new Map([
    [STYLE_PATH, toStaticFile(style)],
    ...atPaths(LOGO_PATHS, logo),
    ...atPaths(ICON_PATHS, icon),
    ...atPaths([PICTURE_PATH], picture ?? icon),
  ])
}

function atPaths(paths: readonly string[], picture: BrandPicture | null): [string, StaticFile][] {
  if (picture === null) return []
  const headers = { ...PICTURE_HEADERS, 'content-type': picture.type }
  return paths.map((path) => [
    path,
    toStaticFile({ path, stored: picture.bytes, brotli: null }, headers),
  ])
}
