import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BaseError } from '@bullring/errors/base-error'
import type { Context, MiddlewareHandler } from 'hono'

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

/**
 * Serves a built web app from memory: only what was in `root` at the start has a path, so there is
 * nothing to climb out of. Navigations to unknown paths get the app's page, which routes by itself.
 *
 * @param pageHeaders - Added to HTML answers.
 * @throws {NoWebAppError} when `root` holds no page.
 */
export async function staticFiles(
  root: string,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<MiddlewareHandler> {
  const files = await loadFiles(root, pageHeaders)
  return (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const file = files.get(c.req.path) ?? (isNavigation(c) ? files.get('/') : undefined)
    return file === undefined ? next() : Promise.resolve(answerFile(c, file))
  }
}

function isNavigation(c: Context): boolean {
  const accepts = c.req.header('accept') ?? ''
  return accepts.includes('text/html') && !SERVER_PATH.test(c.req.path)
}

function answerFile(c: Context, { body, packed, headers }: StaticFile): Response {
  if (c.req.header('if-none-match') === headers['etag']) return c.body(null, 304, { ...headers })
  const isPacked = packed !== null && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (!isPacked) return c.body(body, 200, { ...headers })
  return c.body(packed, 200, { ...headers, 'content-encoding': 'gzip' })
}

async function loadFiles(
  root: string,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<Map<string, StaticFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new NoWebAppError({ cause })
    },
  )
  const files = new Map<string, StaticFile>()
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(root, file).split(sep).join('/')}`
    files.set(path, toStaticFile(path, await readFile(file), pageHeaders))
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new NoWebAppError()
  return files.set('/', page)
}

function toStaticFile(
  path: string,
  content: Buffer,
  pageHeaders: Readonly<Record<string, string>>,
): StaticFile {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
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
