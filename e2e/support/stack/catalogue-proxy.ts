import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestWalletService } from './stack-wallet-service.ts'

type Behaviour = 'works' | 'hangs' | 'fails' | 'refuses'

/** The wallet service's catalogue behind a proxy that can misbehave. */
export type CatalogueProxy = {
  url: string
  /** Sets how it behaves from now on. */
  set: (behaviour: Behaviour) => void
  stop: () => Promise<void>
}

/** Starts a proxy that forwards requests to the stack's wallet service unless it is set to misbehave. */
export async function startCatalogueProxy(): Promise<CatalogueProxy> {
  let behaviour: Behaviour = 'works'
  const server = createServer(async (request, response) => {
    if (behaviour === 'hangs') return
    response.setHeader('access-control-allow-origin', '*')
    if (behaviour === 'fails') return void response.writeHead(503).end()
    if (behaviour === 'refuses')
      return void response.writeHead(403).end('Unauthorized: origin not allowed')
    await forward(request.url ?? '/', response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      behaviour = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function forward(path: string, response: ServerResponse): Promise<void> {
  const upstream = await requestWalletService(path)
  response.setHeader('content-type', upstream.headers.get('content-type') ?? '')
  response.writeHead(upstream.status).end(Buffer.from(await upstream.arrayBuffer()))
}
