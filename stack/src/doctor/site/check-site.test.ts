import { once } from 'node:events'
import {
  createServer as createPlain,
  type IncomingHttpHeaders,
  request,
  type Server,
} from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { guardSite } from '@bullring/server/http/guard-site'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runChecks } from '../run-checks.ts'
import { type Certificate, makeCertificate } from '../testing/make-certificate.ts'
import { checkForwarding } from './check-forwarding.ts'
import { checkSite } from './check-site.ts'

const HOST = 'bullring.example'
const STATUS = { status: 'ok', server_time: 1, version: '1.2.3', commit: null }

const UNREADY = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'http.not-ready',
  detail: 'Not ready.',
  components: { index: 'down', database: 'up' },
}

/** Mistakes of proxy and service. */
type Faults = {
  isBuffering?: boolean
  passesHosts?: boolean
  trustsNoProxy?: boolean
  showsMetrics?: boolean
  isUnready?: boolean
  /** That the settings name. */
  proxies?: number
}

let certificate: Certificate
const servers: Server[] = []

beforeAll(async () => {
  certificate = await makeCertificate(HOST, 60)
})

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Guards hosts as custody and vault do. */
function startService({ trustsNoProxy, showsMetrics, isUnready }: Faults): Promise<number> {
  const bodies: Record<string, [number, string]> = {
    '/readyz': isUnready
      ? [503, JSON.stringify(UNREADY)]
      : [200, JSON.stringify({ status: 'ready', components: { index: 'up' } })],
    '/healthz': [200, JSON.stringify(STATUS)],
    '/metrics': showsMetrics ? [200, '# TYPE'] : [404, '{}'],
    '/config.json': [200, '{}'],
  }
  const site = { publicOrigin: `https://${HOST}`, allowedOrigins: [], urlVariable: 'ANY' }
  const guarded = guardSite(
    (incoming, response) => {
      if (incoming.url === '/api/stream') return response.write('retry: 2000\n\n')
      const [status, body] = bodies[incoming.url ?? ''] ?? [404, '']
      return response.writeHead(status).end(body)
    },
    { ...site, proxies: trustsNoProxy ? 0 : 1 },
  )
  return listening(createPlain(guarded))
}

/** Stands in for nginx: TLS, the headers of ops/nginx.conf. */
function startProxy(service: number, { isBuffering, passesHosts }: Faults): Promise<number> {
  const headersOf = (headers: IncomingHttpHeaders) => ({
    ...headers,
    ...(!passesHosts && { 'x-forwarded-host': headers.host }),
  })
  const server = createTls(certificate, (incoming, outgoing) => {
    const upstream = request({
      host: '127.0.0.1',
      port: service,
      path: incoming.url,
      headers: headersOf(incoming.headers),
    }).end()
    upstream.on('error', () => outgoing.destroy())
    upstream.on('response', (response) => {
      if (isBuffering && incoming.url === '/api/stream') return
      outgoing.writeHead(response.statusCode ?? 0, response.headers)
      response.pipe(outgoing)
    })
  })
  return listening(server)
}

async function examine(faults: Faults) {
  const port = await startService(faults)
  const proxy = await startProxy(port, faults)
  const reach = {
    address: '127.0.0.1',
    port: proxy,
    authority: certificate.cert,
    nameServers: null,
  }
  const forwarding = checkForwarding(faults.proxies ?? 1, [{ host: HOST, port }], reach)
  return await runChecks([checkSite(HOST, reach), forwarding], new AbortController().signal)
}

test('finds nothing wrong behind a proxy as in ops/', async () => {
  const findings = await examine({})
  expect(findings.map(({ state }) => state)).toEqual(['on', 'on', 'on', 'on', 'on'])
  expect(findings).toContainEqual(
    expect.objectContaining({ capability: 'version', why: '1.2.3, commit unknown' }),
  )
})

test.each<[Faults, string, string]>([
  [{ isBuffering: true }, 'live events', 'the proxy buffers'],
  [{ passesHosts: true }, 'addresses of visitors', 'the proxy passes on what visitors'],
  [{ trustsNoProxy: true }, 'addresses of visitors', 'trusts no proxy'],
  [{ proxies: 0 }, 'addresses of visitors', 'all share one limit'],
  [{ showsMetrics: true }, 'metrics are private', '/metrics responds with 200'],
  [{ isUnready: true }, 'pages', 'index down'],
])('reports %j', async (faults, capability, why) => {
  const findings = await examine(faults)
  expect(findings.filter(({ state }) => state === 'broken')).toEqual([
    expect.objectContaining({ capability, why: expect.stringContaining(why) }),
  ])
})
