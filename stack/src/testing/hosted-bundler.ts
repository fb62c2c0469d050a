import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import { localAccounts, privateKeyOf } from '../chain/local-accounts.ts'
import { startTemporaryPostgres } from '../database/temporary-postgres.ts'
import { startService } from '../start-service.ts'

/** Methods that hosted bundlers have (ERC-7769); ours has more. */
const STANDARD_METHODS = [
  'eth_chainId',
  'eth_supportedEntryPoints',
  'eth_estimateUserOperationGas',
  'eth_sendUserOperation',
  'eth_getUserOperationReceipt',
  'eth_getUserOperationByHash',
]

/** A bundler of someone else: a URL with a key, and the methods of the standard. */
export type HostedBundler = {
  url: string
  /** Methods that were called, those that it does not have included. */
  methods: readonly string[]
  /** Names of headers with which calls revealed more than needed. */
  leaks: readonly string[]
  /** Starts serving a chain. Until then, calls fail. */
  serve: (chain: { id: number; rpcUrl: string }) => Promise<void>
  stop: () => Promise<void>
}

const REVEALING_HEADERS = [...Object.values(BUNDLER_HEADERS), 'authorization', 'cookie', 'origin']

/** Starts a stand-in for a hosted bundler: our own in another process, without sponsorship and our own methods. */
export async function startHostedBundler(): Promise<HostedBundler> {
  const apiKey = randomBytes(8).toString('hex')
  const methods: string[] = []
  const leaks: string[] = []
  let forward: ((body: string) => Promise<string>) | null = null
  await using cleanup = new AsyncDisposableStack()
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    const body = await text(request)
    const { id, method } = JSON.parse(body) as { id: unknown; method: string }
    methods.push(method)
    leaks.push(...REVEALING_HEADERS.filter((name) => name in request.headers))
    if (keyOf(request) !== apiKey || forward === null) {
      response.writeHead(401).end('{}')
    } else if (STANDARD_METHODS.includes(method)) response.end(await forward(body))
    else {
      const error = { code: -32_601, message: `Method ${method} not found` }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const running = cleanup.move()
  return {
    url: `http://127.0.0.1:${port}/v1/rpc?apikey=${apiKey}`,
    methods,
    leaks,
    serve: async (chain) => {
      forward = await startBundlerProcess(chain, running)
    },
    stop: () => running.disposeAsync(),
  }
}

function keyOf({ url = '/' }: IncomingMessage): string | null {
  return new URL(url, 'http://hosted.example').searchParams.get('apikey')
}

/** Starts a bundler, and returns a function that calls it. */
async function startBundlerProcess(
  { id, rpcUrl }: { id: number; rpcUrl: string },
  cleanup: AsyncDisposableStack,
): Promise<(body: string) => Promise<string>> {
  const postgres = await startTemporaryPostgres({ isDurable: false })
  cleanup.defer(postgres.stop)
  const token = randomBytes(16).toString('hex')
  const { child, url } = await startService({
    service: 'bundler',
    env: {
      PORT: '0',
      BUNDLER_DATABASE_URL: postgres.adminUrl,
      CHAIN_ID: `${id}`,
      RPC_URL: rpcUrl,
      BUNDLER_RELAYER_PRIVATE_KEY: privateKeyOf(localAccounts(0).relayer),
      BUNDLER_CUSTODY_TOKEN: token,
      BUNDLER_BUDGET_PER_DAY: '10',
      LOG_LEVEL: 'silent',
    },
  })
  cleanup.defer(() => child.stop())
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    [BUNDLER_HEADERS.user]: 'everyone',
    [BUNDLER_HEADERS.ipHash]: 'everywhere',
  }
  return async (body) => {
    const response = await fetch(`${url}/rpc`, { method: 'POST', headers, body })
    return await response.text()
  }
}
