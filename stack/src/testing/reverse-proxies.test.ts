import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Child, startChild } from '../processes/child.ts'
import { findProgram } from '../processes/find-program.ts'
import { freePort, portProblem } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'
import {
  jobStates,
  MISSING_JOBS,
  PROMTOOL,
  preparePrometheus,
  promtool,
  startNameProxy,
} from './prometheus.ts'
import { startTestStack, type TestStack } from './start-test-stack.ts'

const TIMEOUT_MS = 600_000
const HOST = 'bullring.example'
const METRICS_TOKEN = 'token-of-the-services'
const TOKENS = { game: METRICS_TOKEN, wallet: METRICS_TOKEN }

/** The programs that the files in ops/ are for. */
const PROGRAMS = { nginx: 'nginx', caddy: 'caddy' } as const
type Name = keyof typeof PROGRAMS

let stack: TestStack
let webSockets: Server
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-proxy-'))
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  await promisify(execFile)(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`].concat(
      files,
      ['-addext', `subjectAltName=DNS:${HOST}`],
    ),
  )
  webSockets = createServer().listen(0, '127.0.0.1')
  webSockets.on('upgrade', (_, socket) =>
    socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ),
  )
  await once(webSockets, 'listening')
  stack = await startTestStack({
    postgresUrl: inject('postgresUrl'),
    roundSeconds: 60,
    playedRounds: 1,
    variables: {
      GAME_PUBLIC_URL: `https://${HOST}`,
      TRUST_PROXY: '1',
      GAME_STREAMS_PER_IP: '1',
      METRICS_TOKEN,
    },
  })
}, TIMEOUT_MS)

afterAll(async () => {
  webSockets.close()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A proxy with the configuration that operators copy, on other ports and with another certificate. */
type Proxy = { child: Child; https: number; http: number }

async function startProxy(name: Name, upstream: number): Promise<Proxy> {
  const [http, https] = [await freePort(), await freePort()]
  const own = join(folder, `${name}-${https}`)
  await mkdir(own)
  const ports = { http, https, upstream }
  const command = findProgram(PROGRAMS[name]) ?? name
  const args = name === 'nginx' ? await nginxArgs(own, ports) : await caddyArgs(own, ports)
  const child = startChild({ name, command, args, env: { HOME: own, XDG_DATA_HOME: own } })
  await expect.poll(() => portProblem('127.0.0.1', https)).toBe('EADDRINUSE')
  return { child, http, https }
}

/** nginx does not start with an IPv6 address on a machine without IPv6. */
function hasIpv6(): boolean {
  return Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.address === '::1')
}

type Ports = { http: number; https: number; upstream: number }

async function nginxArgs(own: string, { http, https, upstream }: Ports): Promise<string[]> {
  const site = (await readFile(join(repositoryRoot, 'ops/nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replace('[::]:80', `[::1]:${http}`)
    .replace('[::]:443', `[::1]:${https}`)
    .replace(hasIpv6() ? /$^/ : /.*\[::1\].*/g, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace(/\/etc\/letsencrypt\/\S+\/fullchain.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/\S+\/privkey.pem/, join(folder, 'key.pem'))
  await writeFile(join(own, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(own, kind)};`,
  )
  const main = [
    `daemon off; pid ${join(own, 'pid')}; error_log stderr;`,
    `events {} http { access_log off; ${temporary.join(' ')} include ${join(own, 'site.conf')}; }`,
  ]
  await writeFile(join(own, 'nginx.conf'), main.join('\n'))
  return ['-p', own, '-c', join(own, 'nginx.conf')]
}

async function caddyArgs(own: string, { http, https, upstream }: Ports): Promise<string[]> {
  const site = (await readFile(join(repositoryRoot, 'ops/Caddyfile'), 'utf8'))
    .replace(
      `${HOST} {`,
      `${HOST} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
    )
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
  const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
  await writeFile(join(own, 'Caddyfile'), `${options}${site}`)
  return ['run', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')]
}

type Ask = { headers?: Record<string, string>; from?: string }

/** Requests a path through the proxy; resolves with the head of the response. */
async function get({ https }: Proxy, path: string, ask: Ask = {}): Promise<IncomingMessage> {
  const attempt = request({
    host: '127.0.0.1',
    port: https,
    path,
    servername: HOST,
    localAddress: ask.from ?? '127.0.0.1',
    headers: { host: HOST, ...ask.headers },
    // The certificate is self-signed.
    rejectUnauthorized: false,
    agent: false,
  }).end()
  const [response] = (await once(attempt, 'response')) as [IncomingMessage]
  return response
}

describe.each(Object.keys(PROGRAMS) as Name[])('ops/ for %s', (name) => {
  const withProxy = test.skipIf(findProgram(PROGRAMS[name]) === null)

  withProxy(
    'serves the game by TLS, and redirects plain HTTP',
    { timeout: TIMEOUT_MS },
    async () => {
      const proxy = await startProxy(name, Number(new URL(stack.url).port))
      try {
        const config = await get(proxy, '/config.json')
        expect(config.statusCode).toBe(200)
        expect(config.headers['strict-transport-security']).toContain('max-age')
        expect(JSON.parse(await text(config))).toMatchObject({ chain: { rpcUrls: ['/rpc'] } })
        const plain = await fetch(`http://127.0.0.1:${proxy.http}/direct-bet`, {
          redirect: 'manual',
        })
        expect([301, 308]).toContain(plain.status)
        const plainOfHost = await headOfPlain(proxy.http)
        expect(plainOfHost).toContain(`ocation: https://${HOST}`)
        // A host that the visitor made up changes nothing.
        const headers = { 'x-forwarded-host': 'evil.example' }
        expect((await get(proxy, '/config.json', { headers })).statusCode).toBe(200)
      } finally {
        await proxy.child.stop()
      }
    },
  )

  withProxy(
    'forwards live events at once, and visitors by address',
    { timeout: TIMEOUT_MS },
    async () => {
      const proxy = await startProxy(name, Number(new URL(stack.url).port))
      try {
        const stream = await get(proxy, '/api/stream')
        expect(stream.statusCode).toBe(200)
        const [first] = (await once(stream, 'data')) as [Buffer]
        expect(`${first}`).toContain('retry:')
        // One connection a visitor: a forged address does not help, another visitor is not affected.
        const forged = { headers: { 'x-forwarded-for': '203.0.113.9' } }
        expect((await get(proxy, '/api/stream', forged)).statusCode).toBe(429)
        const other = await get(proxy, '/api/stream', { from: '127.0.0.2' })
        expect(other.statusCode).toBe(200)
        for (const response of [stream, other]) response.destroy()
      } finally {
        await proxy.child.stop()
      }
    },
  )

  withProxy('serves metrics to callers with the token alone', { timeout: TIMEOUT_MS }, async () => {
    const proxy = await startProxy(name, Number(new URL(stack.url).port))
    try {
      for (const path of ['/metrics', '/wallet/metrics']) {
        expect((await get(proxy, path)).statusCode).toBe(404)
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
        expect((await get(proxy, path, { headers })).statusCode).toBe(200)
      }
    } finally {
      await proxy.child.stop()
    }
  })

  withProxy('forwards WebSockets', { timeout: TIMEOUT_MS }, async () => {
    const proxy = await startProxy(name, (webSockets.address() as AddressInfo).port)
    try {
      const attempt = request({
        host: '127.0.0.1',
        port: proxy.https,
        servername: HOST,
        rejectUnauthorized: false,
        headers: { host: HOST, connection: 'Upgrade', upgrade: 'websocket' },
      }).end()
      const [response] = (await once(attempt, 'upgrade')) as [IncomingMessage]
      expect(response.statusCode).toBe(101)
      response.destroy()
    } finally {
      await proxy.child.stop()
    }
  })
})

/** The start of the response to a plain request for the game's host. */
async function headOfPlain(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /direct-bet HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
  return await text(socket)
}

const withPrometheus = test.skipIf(findProgram('prometheus') === null || PROMTOOL === null)

describe('ops/prometheus and ops/grafana', () => {
  test('use metrics that the services have', async () => {
    const known = new Set<string>()
    for (const path of ['/metrics', '/wallet/metrics']) {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const page = await (await fetch(`${stack.url}${path}`, { headers })).text()
      for (const [, name, kind] of page.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
        const suffixes = kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
        for (const suffix of suffixes) known.add(`${name}${suffix}`)
      }
    }
    for (const file of ['ops/prometheus/rules.yml', 'ops/grafana/dashboard.json']) {
      const content = await readFile(join(repositoryRoot, file), 'utf8')
      const used = new Set([...content.matchAll(/bullring_\w+/g)].map(([name]) => name))
      expect(used.size).toBeGreaterThan(5)
      expect([...used.difference(known)], file).toEqual([])
    }
  })

  withPrometheus('are valid for Prometheus', async () => {
    for (const file of ['prometheus.yml', 'prometheus.compose.yml']) {
      await promtool('check', 'config', await preparePrometheus(folder, { file, tokens: TOKENS }))
    }
    const tests = join(folder, 'rules.test.yml')
    await writeFile(tests, MISSING_JOBS)
    await promtool('test', 'rules', tests)
  })

  withPrometheus('scrape the services by their names in compose.yaml', async () => {
    const names = await startNameProxy({ game: stack.url, wallet: stack.walletUrl })
    const port = await freePort()
    const file = 'prometheus.compose.yml'
    const config = await preparePrometheus(folder, { file, tokens: TOKENS, proxyUrl: names.url })
    const child = startChild({
      name: 'prometheus',
      command: findProgram('prometheus') ?? 'prometheus',
      args: [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      env: {},
    })
    try {
      const states = () => jobStates(`http://127.0.0.1:${port}`).catch(() => null)
      const up = { 'bullring-game': '1', 'bullring-wallet': '1', 'bullring-keeper': '0' }
      await expect.poll(states).toEqual(up)
    } finally {
      await child.stop()
      names.close()
    }
  })

  test('name runbooks that exist', async () => {
    const content = await readFile(join(repositoryRoot, 'ops/prometheus/rules.yml'), 'utf8')
    for (const [, file] of content.matchAll(/runbook: (\S+)/g)) {
      accessSync(join(repositoryRoot, file ?? ''))
    }
  })
})
