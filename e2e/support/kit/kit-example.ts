import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildOnce, PAGE_PACKAGES } from '@bullring/stack/build'
import { repositoryRoot } from '@bullring/stack/repository-root'

const EXAMPLE = join(repositoryRoot, 'wallet/kit/example')
const VITE = join(repositoryRoot, 'node_modules/vite/bin/vite.js')
const FOLDER = join(repositoryRoot, 'artifacts/kit-example')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Inputs of the example page's build. */
const SOURCES = ['wallet/kit/{example/**/*.*,package.json}', PAGE_PACKAGES, 'package-lock.json']

/** Builds the wallet kit's example page, unless nothing changed since the last build. */
export async function buildKitExample(): Promise<void> {
  const config = join(EXAMPLE, 'vite.config.ts')
  const flags = ['--config', config, '--outDir', FOLDER, '--emptyOutDir', '--logLevel', 'warn']
  await buildOnce({
    name: 'the example page',
    sources: SOURCES,
    marker: join(FOLDER, '.built-from'),
    command: [VITE, 'build', EXAMPLE, ...flags],
  })
}

/** A running server of the example page. */
export type KitExample = { url: string; stop: () => void }

/**
 * Serves the built example page.
 *
 * @param postHandler - Returns the JSON reply to a POST request; none by default.
 * @param port - Any free port by default.
 */
export async function serveKitExample(
  postHandler?: (path: string, body: string) => Promise<string>,
  port = 0,
): Promise<KitExample> {
  const server = createServer((request, response) => {
    const isPost = request.method === 'POST' && postHandler !== undefined
    const handle = isPost ? replyWith(postHandler) : sendFile
    // A page that is being closed may still send requests after its chain has stopped.
    handle(request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
}

async function sendFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pathname = pathOf(request)
  const file = normalize(pathname === '/' ? '/index.html' : pathname)
  const content = await readFile(join(FOLDER, file)).catch(() => null)
  if (content === null) return void response.writeHead(404).end()
  response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'text/plain')
  response.end(content)
}

function replyWith(postHandler: (path: string, body: string) => Promise<string>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await postHandler(pathOf(request), await text(request))
    response.setHeader('content-type', 'application/json')
    response.end(content)
  }
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? '', 'http://page').pathname
}
