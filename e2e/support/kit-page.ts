import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildOnce } from '@bullring/stack/build'
import { type Anvil, startAnvil } from '@bullring/stack/chain/anvil'
import { repositoryRoot } from '@bullring/stack/repository-root'
import type { Page } from '@playwright/test'
import { type Catalogue, startCatalogue } from './kit-catalogue.ts'

/** The wallet kit's example page with a chain and a catalogue, apart from the game. */
export type KitWorld = {
  rpcUrl: string
  catalogue: Catalogue
  open: (page: Page, query?: KitQuery) => Promise<void>
  stop: () => Promise<void>
}

type KitQuery = {
  theme?: 'light' | 'dark'
  /** Adds WalletConnect over this relay. */
  relay?: string
  /** Options of `createWalletKit` besides the catalogue. */
  options?: Readonly<Record<string, unknown>>
}

const EXAMPLE = join(repositoryRoot, 'packages/wallet-kit/example')
const VITE = join(repositoryRoot, 'node_modules/vite/bin/vite.js')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** @param chainId - Chain of the wallets; the page is configured for 56 alone. */
export async function startKitWorld(chainId = 56): Promise<KitWorld> {
  const folder = await buildExample()
  const [anvil, catalogue, page] = await Promise.all([
    startAnvil({ chainId, blockSeconds: null }),
    startCatalogue(),
    serve(folder),
  ])
  return {
    rpcUrl: anvil.rpcUrl,
    catalogue,
    open: async (browserPage, { theme = 'light', relay, options = {} } = {}) => {
      const query = new URLSearchParams({
        theme,
        rpc: anvil.rpcUrl,
        ...(relay !== undefined && { relay }),
        options: JSON.stringify({ catalogueUrl: catalogue.url, ...options }),
      })
      await browserPage.goto(`${page.url}/?${query}`)
    },
    stop: () => stopAll(anvil, catalogue, page.stop),
  }
}

/** What the example page is built from. */
const EXAMPLE_SOURCES = [
  'packages/wallet-kit/{example/**/*.*,package.json}',
  'packages/*/src/**/*.{ts,tsx,css}',
  'package-lock.json',
]

/** Builds the example page, once a worker; gives its folder. */
export async function buildExample(): Promise<string> {
  const folder = join(
    repositoryRoot,
    'artifacts',
    `kit-example-${process.env['TEST_PARALLEL_INDEX'] ?? 'bench'}`,
  )
  const config = join(EXAMPLE, 'vite.config.ts')
  const flags = ['--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await buildOnce({
    name: 'The example page',
    sources: EXAMPLE_SOURCES,
    marker: join(folder, '.built-from'),
    command: [VITE, 'build', EXAMPLE, ...flags],
  })
  return folder
}

async function stopAll(anvil: Anvil, catalogue: Catalogue, stopPage: () => void) {
  stopPage()
  await catalogue.stop()
  await anvil.child.stop(1_000)
}

/**
 * Serves a folder.
 *
 * @param answerPost - Answers POST requests by their path; without it there is nothing to post to.
 * @param port - A free one by default.
 */
export async function serve(
  folder: string,
  answerPost?: (path: string, body: string) => Promise<string>,
  port = 0,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const isAnswered = request.method === 'POST' && answerPost !== undefined
    const answer = isAnswered ? answerBy(answerPost) : sendFile
    // A page that is leaving may still ask when what stands behind has ended.
    answer(request, response).catch(() => response.writeHead(502).end())
  })

  async function sendFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request)
    const file = normalize(pathname === '/' ? '/index.html' : pathname)
    const content = await readFile(join(folder, file)).catch(() => null)
    if (content === null) return void response.writeHead(404).end()
    response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'text/plain')
    response.end(content)
  }
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
}

/** Answers in JSON what `answerPost` says. */
function answerBy(answerPost: (path: string, body: string) => Promise<string>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await answerPost(pathOf(request), await text(request))
    response.setHeader('content-type', 'application/json')
    response.end(content)
  }
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? '', 'http://page').pathname
}

/**
 * Answers the relay's protocol as far as a pairing link needs it: every call succeeds, nobody is on
 * the other side.
 */
export async function answerAsRelay(page: Page): Promise<string> {
  const url = 'wss://relay.example'
  await page.routeWebSocket(/relay\.example/, (socket) => {
    socket.onMessage((message) => {
      const call: { id: number; method?: string } = JSON.parse(message.toString())
      if (call.method === undefined) return
      const result = /batch/i.test(call.method)
        ? []
        : /subscribe/.test(call.method)
          ? 'ab'.repeat(32)
          : true
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result }))
    })
  })
  return url
}

/** Ends every connection at its first message, as the relay does to a page it does not allow. */
export async function refuseAsRelay(page: Page, reason: string): Promise<string> {
  await page.routeWebSocket(/relay\.example/, (socket) => {
    socket.onMessage(() => socket.close({ code: 3_000, reason }))
  })
  return 'wss://relay.example'
}
