import { BaseError } from '@bullring/errors/base-error'
import type { Projects } from '@bullring/login-server/projects'
import { brandFiles } from '@bullring/server/brand/brand-files'
import { brandedFile } from '@bullring/server/brand/brand-page'
import type { Brand } from '@bullring/server/brand/read-brand'
import { readForm } from '@bullring/server/http/read-form'
import {
  readBuiltFiles,
  type StaticFile,
  sendFile,
  toStaticFile,
} from '@bullring/server/http/static-file'
import { TELEGRAM_WEB } from '@bullring/wire/telegram-web'
import type { Context, MiddlewareHandler } from 'hono'
import { SDK_PATH } from '../http/sdk-path.ts'
import { FRAME_HEADERS, framePolicy } from './page-policy.ts'
import { isStamped } from './stamp-frame.ts'

/**
 * `CUSTODY_FRAME_ROOT` holds no built frame.
 *
 * @remedy Build it, or unset the variable.
 */
class NoFrameError extends BaseError {
  override readonly name = 'NoFrameError'
  readonly code = 'custody.no-frame'

  constructor(options?: ErrorOptions) {
    super('CUSTODY_FRAME_ROOT holds no built frame: it has no sdk.html.', options)
  }
}

/**
 * The pages in `CUSTODY_FRAME_ROOT` do not carry the vault of `VAULT_PUBLIC_URL`.
 *
 * @remedy [Stamp them](custody.md#which-vault-the-page-calls), with Docker by `VAULT_PUBLIC_URL` and a build.
 */
export class UnstampedFrameError extends BaseError {
  override readonly name = 'UnstampedFrameError'
  readonly code = 'custody.unstamped-frame'

  constructor(vaultUrl: string) {
    super(`The pages in CUSTODY_FRAME_ROOT do not name the vault of VAULT_PUBLIC_URL, ${vaultUrl}.`)
  }
}

/** Page of each path. `/oauth/callback/:provider` is matched by its beginning. */
const DASHBOARD_PATH = '/dashboard'
const APPROVAL_PATH = '/approval'
const CALLBACK_PATH = /^\/oauth\/callback\/[a-z]{1,20}$/

export type FrameFilesOptions = {
  root: string
  projects: Projects
  vaultUrl: string
  /** Whether Telegram may show the apps in a frame. */
  isInTelegram?: boolean
  /** The operator's own; null for the product's. */
  brand?: Brand | null
}

/**
 * Serves the built frame from memory. Only /sdk may be framed, by the pages of the project that it names.
 *
 * @throws {NoFrameError}
 * @throws {UnstampedFrameError}
 */
export async function frameFiles(options: FrameFilesOptions): Promise<MiddlewareHandler> {
  const { files, pages } = await loadFrame(options)
  return async (c, next) => {
    const { method, path } = c.req
    if (method === 'POST' && CALLBACK_PATH.test(path)) return await toQuery(c)
    if (method !== 'GET' && method !== 'HEAD') return await next()
    const page = pageAt(c, pages, options)
    if (page !== null) return page
    const file = files.get(path)
    if (file === undefined) return await next()
    const response = sendFile(c, file)
    response.headers.set('cross-origin-resource-policy', 'same-origin')
    return response
  }
}

function pageAt(
  c: Context,
  { sdk, approval, dashboard, callback }: FramePages,
  { projects, vaultUrl, isInTelegram = false }: FrameFilesOptions,
): Response | null {
  const { path } = c.req
  if (path === SDK_PATH) {
    const ancestors = projects.get(c.req.query('projectId') ?? '') ?? []
    const all = isInTelegram && ancestors.length > 0 ? [...ancestors, TELEGRAM_WEB] : ancestors
    return sendPage(c, sdk, framePolicy(vaultUrl, all))
  }
  if (path === APPROVAL_PATH) return sendPage(c, approval, framePolicy(vaultUrl))
  if (path === DASHBOARD_PATH) return sendPage(c, dashboard, framePolicy(vaultUrl))
  return CALLBACK_PATH.test(path) ? sendPage(c, callback, framePolicy(vaultUrl)) : null
}

type FramePages = {
  sdk: StaticFile
  approval: StaticFile
  dashboard: StaticFile
  callback: StaticFile
}

async function loadFrame({
  root,
  vaultUrl,
  brand = null,
}: FrameFilesOptions): Promise<{ files: ReadonlyMap<string, StaticFile>; pages: FramePages }> {
  const built = await readBuiltFiles(root).catch((cause: unknown) => {
    throw new NoFrameError({ cause })
  })
  const files = new Map([
    ...built.map((file) => [file.path, toStaticFile(brandedFile(file, brand))] as const),
    ...brandFiles(brand),
  ])
  const take = (path: string): StaticFile => {
    const page = files.get(path)
    if (page === undefined) throw new NoFrameError()
    files.delete(path)
    return page
  }
  const pages = {
    sdk: take('/sdk.html'),
    approval: take('/approval.html'),
    dashboard: take('/dashboard.html'),
    callback: take('/oauth-callback.html'),
  }
  for (const { body } of [pages.sdk, pages.approval, pages.dashboard]) {
    if (!isStamped(Buffer.from(body).toString(), vaultUrl)) throw new UnstampedFrameError(vaultUrl)
  }
  return { files, pages }
}

function sendPage(c: Context, page: StaticFile, policy: string): Response {
  const headers = { ...page.headers, ...FRAME_HEADERS, 'content-security-policy': policy }
  return sendFile(c, { ...page, headers })
}

/** Apple posts its reply as a form (`response_mode=form_post`): the callback page reads its URL. */
async function toQuery(c: Context): Promise<Response> {
  const fields = await readForm(c)
  const query = new URLSearchParams()
  for (const name of ['code', 'state', 'error']) {
    const value = fields.get(name)
    if (value !== undefined) query.set(name, value)
  }
  return c.body(null, 303, { location: `${c.req.path}?${query}` })
}
