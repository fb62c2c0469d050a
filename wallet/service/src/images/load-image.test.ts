import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createImageLinks } from './image-links.ts'
import { createImageLoader } from './load-image.ts'

const CID = `Qm${'a'.repeat(44)}`
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')
const KEY = Buffer.alloc(32, 7)

let server: Server
let gateway: string
let hits: string[]
let respond: RequestListener

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    respond(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  hits = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function loader() {
  const load = createImageLoader({
    ipfsGateway: gateway,
    nowMs: Date.now,
    onLoad: () => undefined,
    timeoutMs: 400,
  })
  return (url: string) => load(new URL(url), () => undefined)
}
const load = (path = `${gateway}/ipfs/${CID}`) => loader()(path)
const reply =
  (body: Buffer | string, type: string): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

describe('createImageLoader', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['image/gif', Buffer.from('GIF89a....')],
    ['image/webp', Buffer.from('RIFF1234WEBPVP8 ')],
    ['image/avif', Buffer.from('0000001c6674797061766966', 'hex')],
  ])('shows %s, whatever type its server declares', async (type, body) => {
    respond = reply(body, 'text/html')
    expect(await load()).toEqual({ type, body })
  })

  test.each([
    ['an SVG with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['a page', '<!doctype html><script>1</script>'],
    ['nothing', ''],
  ])('error: refuses %s that is declared as a picture', async (_, body) => {
    respond = reply(body, 'image/svg+xml')
    expect(await load()).toBeNull()
  })

  test('error: stops a body of 1 GB after 4 MiB', async () => {
    let sent = 0
    let isClosed = false
    respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 2 ** 30 })
      response.on('close', () => {
        isClosed = true
      })
      const more = () => {
        while (!isClosed && response.write(sent === 0 ? PNG : Buffer.alloc(65_536))) sent += 65_536
        sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    expect(await load()).toBeNull()
    await expect.poll(() => isClosed).toBe(true)
    // Buffers of the sockets come on top.
    expect(sent).toBeLessThan(32 * 1_024 * 1_024)
  })

  test('error: gives up on a slow body, a redirect and an error status', async () => {
    respond = (_, response) => response.writeHead(200).write(PNG)
    expect(await load()).toBeNull()
    respond = (_, response) => response.writeHead(302, { location: `${gateway}/secret` }).end()
    expect(await load()).toBeNull()
    respond = (_, response) => response.writeHead(500).end(PNG)
    expect(await load()).toBeNull()
    expect(hits).toEqual(Array(3).fill(`/ipfs/${CID}`))
  })

  test.each(['http://127.0.0.1:PORT/x', 'https://127.0.0.1:PORT/x', 'https://localhost:PORT/x'])(
    'error: sends no request to %s',
    async (url) => {
      expect(await load(url.replace('PORT', new URL(gateway).port))).toBeNull()
      expect(hits).toEqual([])
    },
  )

  test('loads a picture once, for concurrent callers too, and remembers failures', async () => {
    respond = reply(PNG, 'image/png')
    const cached = loader()
    const url = `${gateway}/ipfs/${CID}`
    await Promise.all([cached(url), cached(url)])
    await cached(url)
    expect(hits).toHaveLength(1)
    respond = reply('', 'image/png')
    await cached(`${url}/none`)
    expect(await cached(`${url}/none`)).toBeNull()
    expect(hits).toHaveLength(2)
  })
})

describe('createImageLinks', () => {
  const BASE = 'https://play.example/wallet'
  const { linkTo, pictureOf } = createImageLinks(KEY, 'https://ipfs.example/')
  const open = (link: string | null) => {
    const [signature = '', encoded = ''] = link?.slice(`${BASE}/v1/images/`.length).split('/') ?? []
    return pictureOf(signature, encoded)?.href
  }

  test('links to https and ipfs pictures, and opens its own links', () => {
    expect(open(linkTo('https://example.com/a.png?x=1', BASE))).toBe(
      'https://example.com/a.png?x=1',
    )
    for (const url of [`ipfs://${CID}/1.png`, `ipfs://ipfs/${CID}/1.png`]) {
      expect(open(linkTo(url, BASE))).toBe(`https://ipfs.example/ipfs/${CID}/1.png`)
    }
    expect(linkTo('data:image/png;base64,AAAA', BASE)).toBe('data:image/png;base64,AAAA')
  })

  test.each([
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    `ipfs://${CID}/../../api/v0/shutdown`,
    `ipfs://${CID}/%2e%2e/api`,
    `ipfs://${CID}/..%2f..%2fapi`,
    `ipfs://${CID}/..%5Capi`,
    'ipfs://short',
    `https://example.com/${'a'.repeat(2_100)}`,
    '',
  ])('error: links to no %s', (url) => {
    expect(linkTo(url, BASE)).toBeNull()
  })

  test('error: opens no link that it has not signed', () => {
    const encoded = Buffer.from('https://evil.example/').toString('base64url')
    const other = createImageLinks(Buffer.alloc(32, 8), null)
    const [, foreign = ''] =
      /images\/([^/]+)/.exec(other.linkTo('https://evil.example/', BASE) ?? '') ?? []
    for (const signature of ['', 'x', foreign]) expect(pictureOf(signature, encoded)).toBeNull()
  })
})
