import { brandFiles } from '@bullring/server/brand/brand-files'
import { brandedFile } from '@bullring/server/brand/brand-page'
import type { Brand } from '@bullring/server/brand/read-brand'
import { JSON_TYPE } from '@bullring/server/http/json-type'
import { limitBody } from '@bullring/server/http/limit-body'
import {
  isPageFile,
  readBuiltFiles,
  type StaticFile,
  sendFile,
  toStaticFile,
} from '@bullring/server/http/static-file'
import type { PhoneConfig } from '@bullring/wire/phone-config'
import { Hono, type MiddlewareHandler } from 'hono'
import { chainRpcUrl } from './phone-config.ts'

export type PhoneAppOptions = {
  /** Folder of the built page. */
  root: string
  config: PhoneConfig
  /** URLs of the services on this machine. */
  gameUrl: string
  walletUrl: string
  /** The operator's own; null for the product's. */
  brand?: Brand | null
}

const MAX_BODY_BYTES = 1_024 * 1_024
const TIMEOUT_MS = 30_000

/** Pairing links open `/wc`, as in other wallets. */
const PAGE_PATHS: ReadonlySet<string> = new Set(['/', '/wc'])

/** Routes of the test wallet: its page, and the ways to chains and faucet. */
export async function phoneApp(options: PhoneAppOptions): Promise<Hono> {
  const { root, config, gameUrl, walletUrl, brand = null } = options
  const headers = pageHeaders(config.relayUrl)
  const built = await readBuiltFiles(root)
  const files = new Map<string, StaticFile>([
    ...built.map((file): [string, StaticFile] => [
      file.path,
      toStaticFile(brandedFile(file, brand), isPageFile(file.path) ? headers : {}),
    ]),
    ...brandFiles(brand),
  ])
  const body = limitBody(MAX_BODY_BYTES)
  const app = new Hono()
  app.get('/config.json', (c) => c.json(config, 200, { 'cache-control': 'no-store' }))
  app.post('/rpc/:chainId', ownPageOnly, body, async (c) => {
    const chain = config.chains.find(({ id }) => `${id}` === c.req.param('chainId'))
    if (chain === undefined) return c.text('There is no such chain.', 404)
    return await forward(c.req.raw, chainRpcUrl(walletUrl, chain.id, config.projectId))
  })
  app.post('/api/faucet', ownPageOnly, body, (c) =>
    forward(c.req.raw, new URL('/api/faucet', gameUrl)),
  )
  app.get('*', (c) => {
    const path = PAGE_PATHS.has(c.req.path) ? '/index.html' : c.req.path
    const file = files.get(path)
    return file === undefined ? c.notFound() : sendFile(c, file)
  })
  return app
}

/** Pages of other sites may send other types than JSON without asking. */
const ownPageOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin'
  if (site !== 'same-origin') return c.text('Only the page of this server may call.', 403)
  const type = c.req.header('content-type') ?? ''
  if (!JSON_TYPE.test(type)) return c.text('The content type is not JSON.', 415)
  return await next()
}

/** Passes on the body only: the service sees this program as its caller. */
async function forward(request: Request, target: URL): Promise<Response> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await request.text(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const type = response.headers.get('content-type') ?? 'application/json'
    return new Response(response.body, {
      status: response.status,
      headers: { 'content-type': type, 'cache-control': 'no-store' },
    })
  } catch {
    return new Response('The service does not respond.', { status: 502 })
  }
}

/** The page holds a key: it runs its own scripts only, and connects to this server and the relay. */
function pageHeaders(relayUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${new URL(relayUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
