import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BaseError } from '@bullring/errors/base-error'
import { PAGE_PATHS } from '@bullring/wire/http/page-path'
import type { Context, MiddlewareHandler } from 'hono'
import { type PagePreview, withPreview } from './page-preview.ts'
import { withShareImage } from './share-image.ts'

type StaticFile = {
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

const SERVER_PATH = /^\/(?:api|rpc)(?:\/|$)/

/** The folder of the web app is missing or has no index.html. */
export class NoWebAppError extends BaseError {
  override readonly name = 'NoWebAppError'
  readonly code = 'http.no-web-app'

  constructor(options?: ErrorOptions) {
    super('GAME_WEB_ROOT holds no built web app: it has no index.html.', options)
  }
}

export type PageOptions = {
  /** Returns the headers of an HTML response. */
  headers: (html: string) => Readonly<Record<string, string>>
  /** Public origin of the pages; null when unknown. */
  publicOrigin: string | null
  /** Returns what link previews shall say about the page at a request's address; null for the usual. */
  preview?: (c: Context) => Promise<PagePreview | null> | null
}

const PAGES: ReadonlySet<string> = new Set(PAGE_PATHS)

/**
 * Serves a built web app from memory. Only files that were in `root` at the start have a path, which
 * rules out path traversal. The page is served at each of the app's routes, and with status 404 for
 * navigations to unknown paths, where the client router shows its 404 page.
 *
 * @throws {NoWebAppError} when `root` has no index.html.
 */
export async function staticFiles(root: string, options: PageOptions): Promise<MiddlewareHandler> {
  const { files, page } = await loadFiles(root, options)
  return (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const isPage = PAGES.has(c.req.path.replace(/(?<=.)\/$/, ''))
    const preview = c.req.path === '/' ? (options.preview?.(c) ?? null) : null
    if (preview !== null) return sendPreviewed(c, page, preview)
    const file = isPage ? page : files.get(c.req.path)
    if (file !== undefined) return Promise.resolve(sendFile(c, file))
    return isNavigation(c) ? Promise.resolve(sendBody(c, page, 404)) : next()
  }
}

function isNavigation(c: Context): boolean {
  const accepts = c.req.header('accept') ?? ''
  return accepts.includes('text/html') && !SERVER_PATH.test(c.req.path)
}

function sendFile(c: Context, file: StaticFile): Response {
  const { headers } = file
  if (c.req.header('if-none-match') === headers['etag']) return c.body(null, 304, { ...headers })
  return sendBody(c, file, 200)
}

/** Small enough to be sent as it is. */
async function sendPreviewed(
  c: Context,
  page: StaticFile,
  previewed: Promise<PagePreview | null>,
): Promise<Response> {
  const preview = await previewed
  if (preview === null) return sendFile(c, page)
  const { etag: _, ...headers } = page.headers
  return c.body(withPreview(new TextDecoder().decode(page.body), preview), 200, headers)
}

function sendBody(
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
  for (const { name, parentPath } of entries.filter((found) => found.isFile())) {
    // Read with the file that it is the compressed form of.
    if (name.endsWith(BROTLI_SUFFIX)) continue
    const file = join(parentPath, name)
    const path = `/${relative(root, file).split(sep).join('/')}`
    const brotli = await readFile(`${file}${BROTLI_SUFFIX}`).catch(() => null)
    files.set(path, toStaticFile(path, { stored: await readFile(file), brotli }, options))
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new NoWebAppError()
  // Don't serve /index.html: the client router has no such route.
  files.delete('/index.html')
  return { files, page }
}

type BuiltFile = { stored: Buffer; brotli: Buffer | null }

function toStaticFile(
  path: string,
  { stored, brotli }: BuiltFile,
  options: PageOptions,
): StaticFile {
  const { headers: pageHeaders, publicOrigin } = options
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const isHtml = extension === 'html'
  const content =
    isHtml && publicOrigin !== null
      ? Buffer.from(withShareImage(stored.toString('utf8'), publicOrigin))
      : stored
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
      ...(isHtml && pageHeaders(content.toString('utf8'))),
    },
  }
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
