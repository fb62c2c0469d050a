import { BaseError } from '@bullring/errors/base-error'
import { brandFiles } from '@bullring/server/brand/brand-files'
import { brandedFile } from '@bullring/server/brand/brand-page'
import type { Brand } from '@bullring/server/brand/read-brand'
import {
  type BuiltFile,
  isPageFile,
  readBuiltFiles,
  type StaticFile,
  sendBody,
  sendFile,
  toStaticFile,
} from '@bullring/server/http/static-file'
import { PAGE_PATHS } from '@bullring/wire/http/page-path'
import type { Context, MiddlewareHandler } from 'hono'
import { EMBED_FILE } from './page-policy.ts'
import { type PagePreview, withPreview } from './page-preview.ts'
import { withShareImage } from './share-image.ts'

/** Path of the round card, which `/embed.js` frames in pages of others. */
const EMBED_PATH = '/embed'

/** The manifest as Safe{Wallet} reads it before it shows the page: by this name, from its own origin. */
const SAFE_MANIFEST_PATH = '/manifest.json'

const SERVER_PATH = /^\/(?:api|rpc)(?:\/|$)/

/**
 * `GAME_WEB_ROOT` is missing or has no `index.html`.
 *
 * @remedy Build the web app, or unset the variable.
 */
class NoWebAppError extends BaseError {
  override readonly name = 'NoWebAppError'
  readonly code = 'http.no-web-app'

  constructor(options?: ErrorOptions) {
    super('GAME_WEB_ROOT holds no built web app: it has no index.html.', options)
  }
}

export type PageOptions = {
  /** Returns the headers of a built page. */
  headers: (html: string, path: string) => Readonly<Record<string, string>>
  /** Public origin of the pages; null when unknown. */
  publicOrigin: string | null
  /** The operator's own; null for the product's. */
  brand?: Brand | null
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

async function loadFiles(
  root: string,
  { headers, publicOrigin, brand = null }: PageOptions,
): Promise<{ files: ReadonlyMap<string, StaticFile>; page: StaticFile }> {
  const built = await readBuiltFiles(root).catch((cause: unknown) => {
    throw new NoWebAppError({ cause })
  })
  const files = new Map<string, StaticFile>(
    built.map((plain) => {
      const file = brandedFile(plain, brand)
      if (!isPageFile(file.path)) return [file.path, toStaticFile(file)]
      const shared = publicOrigin === null ? file : pageWithShareImage(file, publicOrigin)
      return [file.path, toStaticFile(shared, headers(shared.stored.toString('utf8'), file.path))]
    }),
  )
  for (const [path, file] of brandFiles(brand)) files.set(path, file)
  const page = files.get('/index.html')
  if (page === undefined) throw new NoWebAppError()
  const manifest = files.get('/manifest.webmanifest')
  if (manifest !== undefined) {
    const headers = { ...manifest.headers, 'access-control-allow-origin': '*' }
    files.set(SAFE_MANIFEST_PATH, { ...manifest, headers })
  }
  const card = files.get(EMBED_FILE)
  if (card !== undefined) files.set(EMBED_PATH, card)
  // Don't serve /index.html: the client router has no such route. The card has one address too.
  for (const path of ['/index.html', EMBED_FILE]) files.delete(path)
  return { files, page }
}

/** The build's compressed form is of the page without the image. */
function pageWithShareImage(file: BuiltFile, publicOrigin: string): BuiltFile {
  const stored = Buffer.from(withShareImage(file.stored.toString('utf8'), publicOrigin))
  return { ...file, stored, brotli: null }
}
