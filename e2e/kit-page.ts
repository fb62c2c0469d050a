import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
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

let built: Promise<string> | undefined

/** Builds the example page, once a process; gives its folder. */
export function buildExample(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  const folder = join(
    repositoryRoot,
    'artifacts',
    `kit-example-${process.env['TEST_PARALLEL_INDEX'] ?? 'bench'}`,
  )
  const config = join(EXAMPLE, 'vite.config.ts')
  const flags = ['--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [VITE, 'build', EXAMPLE, ...flags])
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
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page')
    if (request.method === 'POST' && answerPost !== undefined) {
      const body = Buffer.concat(await Array.fromAsync(request)).toString()
      response.setHeader('content-type', 'application/json')
      response.end(await answerPost(pathname, body))
      return
    }
    const file = normalize(pathname === '/' ? '/index.html' : pathname)
    try {
      const content = await readFile(join(folder, file))
      response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'text/plain')
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
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
