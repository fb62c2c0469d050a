import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Certificate, makeCertificate } from '../doctor/testing/make-certificate.ts'
import { type Child, startChild } from '../processes/child.ts'
import { findProgram } from '../processes/find-program.ts'
import { freePort, portProblem } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'
import { caddySites, nginxSites, type Site } from './proxy-sites.ts'

const HOSTS = ['bullring.test', 'wallet.bullring.test', 'vault.bullring.test']

let folder = ''
let certificate: Certificate
let upstreams: Server[] = []
let proxy: Child | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-sites-'))
  // Caddy reads it for each name, and compares none.
  certificate = await makeCertificate(HOSTS[0] ?? '', 60)
  await writeFile(join(folder, 'cert.pem'), certificate.cert)
  await writeFile(join(folder, 'key.pem'), certificate.key)
  upstreams = HOSTS.map((name) =>
    createServer(({ headers }, response) => response.end(JSON.stringify({ name, headers }))),
  )
  await Promise.all(upstreams.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')))
})

afterEach(async () => {
  await proxy?.stop()
  for (const server of upstreams) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

function sites(): Site[] {
  return upstreams.map((server, index) => {
    const { port } = server.address() as AddressInfo
    return { host: HOSTS[index] ?? '', port }
  })
}

const template = (name: string) => readFile(join(repositoryRoot, 'ops', name), 'utf8')

async function startNginx(https: number, http: number): Promise<Child> {
  const written = nginxSites(await template('nginx.conf'), sites(), { hasIpv6: false })
  const site = written
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replaceAll('/etc/letsencrypt/live/bullring.test/fullchain.pem', join(folder, 'cert.pem'))
    .replaceAll('/etc/letsencrypt/live/bullring.test/privkey.pem', join(folder, 'key.pem'))
  await writeFile(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const main = [
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr;`,
    `events {} http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'))
  return start('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
}

async function startCaddy(https: number, http: number): Promise<Child> {
  const files = `tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`
  const site = caddySites(await template('Caddyfile'), sites()).replaceAll(
    /^(\S+\.test) \{$/gm,
    `$1 {\n\tbind 127.0.0.1\n\t${files}`,
  )
  const options = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
  await writeFile(join(folder, 'Caddyfile'), `${options}${site}`)
  return start('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')])
}

function start(name: 'nginx' | 'caddy', args: string[]): Child {
  const command = findProgram(name) ?? name
  return startChild({ name, command, args, env: { HOME: folder, XDG_DATA_HOME: folder } })
}

/** Returns which upstream received a request for a name, and with which headers. */
async function received(host: string, port: number) {
  const attempt = request({
    host: '127.0.0.1',
    port,
    servername: host,
    path: '/',
    agent: false,
    headers: { host, 'x-forwarded-host': 'forged.test', 'x-forwarded-for': '203.0.113.9' },
    // The certificate is self-signed.
    rejectUnauthorized: false,
  }).end()
  const [response] = (await once(attempt, 'response')) as [IncomingMessage]
  return JSON.parse(await text(response))
}

const PROXIES = [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const

for (const [name, startProxy] of PROXIES) {
  test.skipIf(findProgram(name) === null)(`${name} serves each name by its service`, async () => {
    const [https, http] = [await freePort(), await freePort()]
    proxy = await startProxy(https, http)
    await expect.poll(() => portProblem('127.0.0.1', https)).toBe('EADDRINUSE')
    for (const host of HOSTS) {
      const { name: upstream, headers } = await received(host, https)
      expect(upstream).toBe(host)
      expect(headers).toMatchObject({ host, 'x-forwarded-host': host })
      expect(headers['x-forwarded-for']).toMatch(/127\.0\.0\.1$/)
    }
  })
}

test('nginx does not listen on IPv6 where the machine has none', async () => {
  const written = nginxSites(await template('nginx.conf'), sites(), { hasIpv6: false })
  expect(written).not.toContain('[::]')
  expect(nginxSites(await template('nginx.conf'), sites(), { hasIpv6: true })).toContain('[::]:443')
})
