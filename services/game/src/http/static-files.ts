import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BaseError } from '@bullring/errors/base-error'
import { PAGE_PATHS } from '@bullring/wire/http/page-path'
import type { Context, MiddlewareHandler } from 'hono'
import { withShareImage } from './share-image.ts'

type StaticFile = {
  body: Uint8Array<ArrayBuffer>
  /** Null where packing gains nothing. */
  packed: Uint8Array<ArrayBuffer> | null
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
const PACKED_TYPES = /^(?:text|application)\/|svg/

/** Vite puts a hash of the content into the names of all it puts here. */
const HASHED_FOLDER = '/assets/'
const YEAR_SECONDS = 31_536_000

const SERVER_PATH = /^\/(?:api|rpc)(?:\/|$)/

/** The folder of the web app is missing, or holds no page. */
export class NoWebAppError extends BaseError {
  override readonly name = 'NoWebAppError'
  readonly code = 'http.no-web-app'

  constructor(options?: ErrorOptions) {
    super('GAME_WEB_ROOT holds no built web app: there is no index.html in it.', options)
  }
}

export type PageOptions = {
  /** Added to HTML answers. */
  headers: Readonly<Record<string, string>>
  /** Where the public reaches the pages; null when that is not known. */
  publicOrigin: string | null
}

const PAGES: ReadonlySet<string> = new Set(PAGE_PATHS)

/**
 * Serves a built web app from memory: only what was in `root` at the start has a path, so there is
 * nothing to climb out of. The app's page routes by itself: it stands at each of its addresses, and
 * answers navigations to unknown ones, where it says that there is nothing, with a status that does too.
 *
 * @throws {NoWebAppError} when `root` holds no page.
 */
export async function staticFiles(root: string, options: PageOptions): Promise<MiddlewareHandler> {
  const { files, page } = await loadFiles(root, options)
  return (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const isPage = PAGES.has(c.req.path.replace(/(?<=.)\/$/, ''))
    const file = isPage ? page : files.get(c.req.path)
    if (file !== undefined) return Promise.resolve(answerFile(c, file))
    return isNavigation(c) ? Promise.resolve(answerBody(c, page, 404)) : next()
  }
}

function isNavigation(c: Context): boolean {
  const accepts = c.req.header('accept') ?? ''
  return accepts.includes('text/html') && !SERVER_PATH.test(c.req.path)
}

function answerFile(c: Context, file: StaticFile): Response {
  const { headers } = file
  if (c.req.header('if-none-match') === headers['etag']) return c.body(null, 304, { ...headers })
  return answerBody(c, file, 200)
}

function answerBody(
  c: Context,
  { body, packed, headers }: StaticFile,
  status: 200 | 404,
): Response {
  const isPacked = packed !== null && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isPacked) return c.body(body, status, { ...headers })
  return c.body(packed, status, { ...headers, 'content-encoding': 'gzip' })
}

async function loadFiles(
  root: string,
  options: PageOptions,
): Promise<{ files: ReadonlyMap<string, StaticFile>; page: StaticFile }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new NoWebAppError({ cause })
    },
  )
  const files = new Map<string, StaticFile>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(root, file).split(sep).join('/')}`
    files.set(path, toStaticFile(path, await readFile(file), options))
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new NoWebAppError()
  // Of its file name the app knows nothing: it would say there that there is no such page.
  files.delete('/index.html')
  return { files, page }
}

function toStaticFile(path: string, stored: Buffer, options: PageOptions): StaticFile {
  const { headers: pageHeaders, publicOrigin } = options
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const content =
    extension === 'html' && publicOrigin !== null
      ? Buffer.from(withShareImage(stored.toString('utf8'), publicOrigin))
      : stored
  const type = CONTENT_TYPES[extension] ?? 'application/octet-stream'
  const packed = PACKED_TYPES.test(type) ? gzipSync(content, { level: 9 }) : null
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return {
    body: new Uint8Array(content),
    packed: packed !== null && packed.length < content.length ? new Uint8Array(packed) : null,
    headers: {
      'content-type': type,
      'cache-control': path.startsWith(HASHED_FOLDER)
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-cache',
      etag: `W/"${hash}"`,
      vary: 'Accept-Encoding',
      ...(extension === 'html' && pageHeaders),
    },
  }
}
