import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { guardSite, type Site } from './guard-site.ts'
import { type Listener, listen } from './listen.ts'
import { nodeListener } from './node-listener.ts'

let service: Listener
afterEach(() => service.close())

async function start(site: Partial<Site> = {}) {
  const rules = {
    publicOrigin: null,
    allowedOrigins: [],
    proxies: 0,
    urlVariable: 'OUR_URL',
    ...site,
  }
  const listener = guardSite(
    nodeListener(() => new Response('served')),
    rules,
  )
  service = await listen(listener, { host: '127.0.0.1', port: 0 })
}

/** Requests with a Host header, which `fetch` does not send. */
async function get(headers: Record<string, string>, path = '/') {
  const { promise, resolve } = Promise.withResolvers<[number, string, string | undefined]>()
  request(`${service.url}${path}`, { headers }, async (response) => {
    const { statusCode = 0, headers: received } = response
    resolve([statusCode, await text(response), received['strict-transport-security']])
  }).end()
  const [status, body, security] = await promise
  return { status, body, security }
}
const statusFor = async (headers: Record<string, string>, path?: string) =>
  (await get(headers, path)).status

/** As health checks of some load balancers do: HTTP/1.0 has no Host header. */
async function getWithoutHost(path: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0]
}

describe('guardSite', () => {
  test('serves this machine and IP addresses without configuration', async () => {
    await start()
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', '192.168.1.7:3000']) {
      expect(await statusFor({ host })).toBe(200)
    }
  })

  test('serves the hosts of its origins, at any port', async () => {
    await start({
      publicOrigin: 'https://Play.example',
      allowedOrigins: ['https://b.example:8443'],
    })
    for (const host of ['play.example', 'PLAY.example:3000', 'b.example']) {
      expect(await statusFor({ host })).toBe(200)
    }
  })

  test.each([
    'evil.example:4140',
    'localhost.evil.example',
    'play.example.evil.example',
    'a@localhost',
  ])(
    'error: refuses the host %s, whose page may have been rebound to this machine',
    async (host) => {
      await start({ publicOrigin: 'https://play.example' })
      const { status, body } = await get({ host })
      expect(status).toBe(421)
      expect(JSON.parse(body)).toMatchObject({
        code: 'http.unknown-host',
        detail: 'This host is not served here. If it is yours, name it in OUR_URL.',
      })
    },
  )

  test('takes the host that a proxy forwards only when there is one', async () => {
    const forwarded = { host: 'wallet:4000', 'x-forwarded-host': 'play.example' }
    await start({ publicOrigin: 'https://play.example', proxies: 1 })
    expect(await statusFor(forwarded)).toBe(200)
    expect(await statusFor({ ...forwarded, 'x-forwarded-host': 'evil.example' })).toBe(421)
    await service.close()
    await start({ publicOrigin: 'https://play.example' })
    expect(await statusFor(forwarded)).toBe(421)
  })

  test('serves monitoring whatever the host', async () => {
    await start({ publicOrigin: 'https://play.example' })
    for (const path of ['/healthz', '/readyz', '/metrics', '/readyz?x']) {
      expect(await statusFor({ host: 'game:4000' }, path)).toBe(200)
      expect(await getWithoutHost(path)).toBe('HTTP/1.1 200 OK')
    }
    for (const path of ['/', '/healthz/', '//healthz', '/Metrics', '/api/x?/healthz']) {
      expect(await statusFor({ host: 'game:4000' }, path)).toBe(421)
      expect(await getWithoutHost(path)).toBe('HTTP/1.1 421 Misdirected Request')
    }
  })

  test('tells browsers to use TLS only if the public URL has it', async () => {
    await start({ publicOrigin: 'https://play.example' })
    expect((await get({ host: 'play.example' })).security).toBe('max-age=31536000')
    await service.close()
    await start({ publicOrigin: 'http://play.example' })
    expect((await get({ host: 'play.example' })).security).toBeUndefined()
  })
})
