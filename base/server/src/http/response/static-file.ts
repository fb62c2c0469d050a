import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'

/** A file that is served from memory. */
export type StaticFile = {
  body: Uint8Array<ArrayBuffer>
  /** By content coding, the smallest first. Empty where compression gains nothing. */
  compressed: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  headers: Readonly<Record<string, string>>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}
/** Written beside scripts and stylesheets by the build of the web app. */
const BROTLI_SUFFIX = '.br'
const COMPRESSIBLE_TYPES = /^(?:text|application)\/|svg/

/** Vite adds a hash of the content to the names of these files. */
const HASHED_FOLDER = '/assets/'
const YEAR_SECONDS = 31_536_000

/** A file as the build wrote it. */
export type BuiltFile = { path: string; stored: Buffer; brotli: Buffer | null }

/**
 * Reads all files below `root`, by their path in URLs. Only these have a path when they are served from memory, which rules out
 * path traversal.
 */
export async function readBuiltFiles(root: string): Promise<BuiltFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  // A compressed form is read with the file that it belongs to.
  const files = entries.filter((found) => found.isFile() && !found.name.endsWith(BROTLI_SUFFIX))
  return await Promise.all(
    files.map(async ({ name, parentPath }) => {
      const file = join(parentPath, name)
      const path = `/${relative(root, file).split(sep).join('/')}`
      const brotli = await readFile(`${file}${BROTLI_SUFFIX}`).catch(() => null)
      return { path, stored: await readFile(file), brotli }
    }),
  )
}

/** Returns whether a file is a page. */
export function isPageFile(path: string): boolean {
  return path.endsWith('.html')
}

/** Prepares a file for serving. */
export function toStaticFile(
  { path, stored: content, brotli }: BuiltFile,
  headers: Readonly<Record<string, string>> = {},
): StaticFile {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const type = CONTENT_TYPES[extension] ?? 'application/octet-stream'
  const gzip = COMPRESSIBLE_TYPES.test(type) ? gzipSync(content, { level: 9 }) : null
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return {
    body: new Uint8Array(content),
    compressed: smallerThan(content, { br: brotli, gzip }),
    headers: {
      'content-type': type,
      'cache-control': path.startsWith(HASHED_FOLDER)
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-cache',
      etag: `W/"${hash}"`,
      vary: 'Accept-Encoding',
      ...headers,
    },
  }
}

/** Responds with a file, or with 304 if the client has it. */
export function sendFile(c: Context, file: StaticFile): Response {
  const { headers } = file
  if (c.req.header('if-none-match') === headers['etag']) return c.body(null, 304, { ...headers })
  return sendBody(c, file, 200)
}

/** Responds with a file in the smallest coding that the client accepts. */
export function sendBody(
  c: Context,
  { body, compressed, headers }: StaticFile,
  status: 200 | 404,
): Response {
  const accepted = acceptedCodings(c)
  for (const [coding, content] of compressed) {
    if (accepted.has(coding)) {
      return c.body(content, status, { ...headers, 'content-encoding': coding })
    }
  }
  return c.body(body, status, { ...headers })
}

/** Codings that the client accepts without giving them a weight of 0 (RFC 9110, section 12.5.3). */
function acceptedCodings(c: Context): ReadonlySet<string> {
  const codings = (c.req.header('accept-encoding') ?? '').toLowerCase().split(',')
  return new Set(
    codings.map((coding) => coding.replaceAll(' ', '').replace(/;q=(?!0(?:\.0*)?$).*$/, '')),
  )
}

function smallerThan(
  content: Buffer,
  codings: Readonly<Record<string, Buffer | null>>,
): StaticFile['compressed'] {
  return new Map(
    Object.entries(codings).flatMap(([coding, packed]) =>
      packed !== null && packed.length < content.length
        ? [[coding, new Uint8Array(packed)] as const]
        : [],
    ),
  )
}
