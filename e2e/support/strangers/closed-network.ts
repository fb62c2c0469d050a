import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, setGlobalProxyFromEnv } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

/** A network in which only the given hosts exist. */
export type ClosedNetwork = {
  /** The proxy by which browsers enter it. */
  proxyUrl: string
  /** Returns the other hosts that were asked for since the last call. */
  takeRefused: () => readonly string[]
  stop: () => void
}

/**
 * Opens the network: a reverse proxy by TLS with a self-made certificate, as the operator's, and a forward proxy before it, which refuses
 * every other host. Requests of this process go through it, too.
 *
 * @param ports - Of this machine, by host.
 */
export async function openClosedNetwork(
  folder: string,
  ports: ReadonlyMap<string, number>,
): Promise<ClosedNetwork> {
  const certificate = await makeCertificate(folder, [...ports.keys()])
  const refused = new Set<string>()
  const site = createSite(certificate, ports)
  const sitePort = await listen(site)
  const entrance = createEntrance((host) => {
    if (ports.has(host)) return sitePort
    refused.add(host)
    return null
  })
  const proxyUrl = `http://127.0.0.1:${await listen(entrance)}`
  setDefaultCACertificates([...getCACertificates(), certificate.cert])
  const restore = setGlobalProxyFromEnv({
    https_proxy: proxyUrl,
    http_proxy: proxyUrl,
    no_proxy: '127.0.0.1',
  })
  return {
    proxyUrl,
    takeRefused: () => {
      const hosts = [...refused].toSorted()
      refused.clear()
      return hosts
    },
    stop: () => {
      restore()
      for (const server of [site, entrance]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

/** The operator's reverse proxy. */
function createSite(
  certificate: { key: string; cert: string },
  ports: ReadonlyMap<string, number>,
) {
  const site = createTlsServer(certificate, (incoming, response) => {
    const outgoing = request(requestOf(incoming, ports), (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      reply.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  site.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const outgoing = request(requestOf(incoming, ports))
    socket.on('error', () => outgoing.destroy())
    outgoing.on('upgrade', (reply, upstream, first) => {
      socket.write(headOf(reply))
      relayBytes(socket, upstream, { toLeft: first, toRight: head })
    })
    outgoing.on('response', (reply) => {
      socket.write(headOf(reply))
      reply.pipe(socket)
    })
    outgoing.on('error', () => socket.destroy())
    outgoing.end()
  })
  return site
}

/**
 * The forward proxy. Everything that exists is behind TLS.
 *
 * @param find - Returns the port that stands for a host, or null.
 */
function createEntrance(find: (host: string) => number | null) {
  const entrance = createServer((incoming, response) => {
    find(URL.parse(incoming.url ?? '')?.hostname ?? 'unknown')
    response.writeHead(403).end()
  })
  entrance.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const [host = ''] = (incoming.url ?? '').split(':')
    const port = find(host)
    socket.on('error', () => socket.destroy())
    if (port === null) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const upstream = connect(port, '127.0.0.1')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    relayBytes(socket, upstream, { toLeft: Buffer.of(), toRight: head })
  })
  return entrance
}

async function makeCertificate(folder: string, hosts: readonly string[]) {
  const paths = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=bullring'],
    ...['-keyout', paths.key, '-out', paths.cert, '-addext', `subjectAltName=${names}`],
  ])
  return { key: await readFile(paths.key, 'utf8'), cert: await readFile(paths.cert, 'utf8') }
}

/** The request as the reverse proxies of docs/own-apps.md pass it on. */
function requestOf(incoming: IncomingMessage, ports: ReadonlyMap<string, number>) {
  const { method, url: path, headers, socket } = incoming
  const { host = '' } = headers
  return {
    host: '127.0.0.1',
    port: ports.get(host.replace(/:443$/, '')) ?? 9,
    method,
    path,
    agent: false as const,
    headers: Object.assign({}, headers, {
      'x-forwarded-for': socket.remoteAddress ?? '',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
    }),
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}

/** Passes on bytes both ways until one side ends. */
function relayBytes(left: Duplex, right: Duplex, first: { toLeft: Buffer; toRight: Buffer }): void {
  left.write(first.toLeft)
  right.write(first.toRight)
  left.pipe(right).pipe(left)
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
