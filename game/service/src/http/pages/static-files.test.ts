import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testBrand } from '@bullring/server/testing/test-brand'
import { TELEGRAM_WEB } from '@bullring/wire/telegram-web'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './page-policy.ts'
import { staticFiles } from './static-files.ts'

let folder: string
let app: Hono
let publicApp: Hono

const MANIFEST = JSON.stringify({ name: 'Bullring', short_name: 'Bullring', icons: [] })
const PAGE =
  '<!doctype html><head><title>game</title><meta property="og:image" content="/share.png"></head>'
const SCRIPT = 'export const answer = 42\n'.repeat(100)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  const root = join(folder, 'web')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(root, 'index.html'), PAGE)
  await writeFile(join(root, 'embed.html'), PAGE)
  await writeFile(join(root, 'icon.svg'), '<svg/>')
  await writeFile(join(root, 'manifest.webmanifest'), MANIFEST)
  await writeFile(join(root, 'assets', 'app-1a2b.js'), SCRIPT)
  await writeFile(join(root, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  const headers = (_: string, path: string) => ({
    'content-security-policy': path === '/embed.html' ? 'framed' : 'x',
  })
  app = new Hono().use(await staticFiles(root, { headers, publicOrigin: null }))
  const publicOrigin = 'https://game.example'
  publicApp = new Hono().use(await staticFiles(root, { headers, publicOrigin }))
})

afterAll(() => rm(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
const html = { accept: 'text/html,*/*' }

describe('staticFiles', () => {
  test('serves the page with its policy, revalidated each time', async () => {
    for (const path of ['/', '/direct-bet']) {
      const response = await get(path)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toBe('x')
    }
  })

  test('serves the round card at one address, with its own policy', async () => {
    const card = await get('/embed?market=BNB')
    expect(card.status).toBe(200)
    expect(card.headers.get('content-security-policy')).toBe('framed')
    expect((await get('/embed.html')).status).toBe(404)
  })

  test('serves hashed files as immutable, and compressed to clients that accept gzip', async () => {
    const plain = await get('/assets/app-1a2b.js')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('cache-control')).toContain('immutable')
    expect(plain.headers.get('content-security-policy')).toBeNull()
    expect(await plain.text()).toBe(SCRIPT)

    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(SCRIPT)
  })

  test('prefers the Brotli file of the build, which has no path itself', async () => {
    const packed = await get('/assets/app-1a2b.js', {
      'accept-encoding': 'gzip, deflate, br;q=0.9',
    })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(SCRIPT)
    expect((await get('/assets/app-1a2b.js.br')).status).toBe(404)
  })

  test('responds with 304 to a known etag', async () => {
    const etag = (await get('/icon.svg')).headers.get('etag') ?? ''
    const response = await get('/icon.svg', { 'if-none-match': etag })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  test('serves the page at the routes of the app, but not under server paths', async () => {
    for (const path of ['/direct-bet', '/direct-bet/']) {
      expect((await get(path, html)).status).toBe(200)
      // Link previews accept any type.
      expect((await get(path, { accept: '*/*' })).status).toBe(200)
    }
    expect((await get('/nowhere')).status).toBe(404)
    expect((await get('/assets/gone.js', { accept: '*/*' })).status).toBe(404)
    for (const path of ['/api', '/api/x', '/rpc']) expect((await get(path, html)).status).toBe(404)
    expect((await app.request('/', { method: 'POST', headers: html })).status).toBe(404)
  })

  test('responds to unknown navigations with 404 and the page', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    for (const path of [
      '/nowhere',
      '/index.html',
      '/direct-bet/more',
      '/constructor',
      '/direct-bet//',
    ]) {
      const response = await get(path, { ...html, 'if-none-match': etag })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toBe('x')
      expect(await response.text()).toBe(PAGE)
    }
  })

  test('makes the share image URL absolute when the public origin is known', async () => {
    expect(await (await get('/')).text()).toBe(PAGE)
    const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const shared = await (
      await publicApp.request('/direct-bet', { headers: { ...html, ...host } })
    ).text()
    expect(shared).toBe(PAGE.replace('/share.png', 'https://game.example/share.png'))
  })

  test('error: rejects path traversal', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '//etc/passwd',
    ]) {
      const response = await get(path)
      expect(response.status).toBe(404)
    }
  })

  test('serves the manifest to Safe, which reads it from its own origin', async () => {
    const response = await get('/manifest.json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe(await (await get('/manifest.webmanifest')).text())
    expect((await get('/')).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('fills the brand into the page, and allows its stylesheet', async () => {
    const root = join(folder, 'web')
    const headers = (page: string) => ({
      'content-security-policy': contentSecurityPolicy({ reached: [] }, page),
    })
    const brand = testBrand()
    const branded = new Hono().use(await staticFiles(root, { headers, publicOrigin: null, brand }))
    const page = await branded.request('/')
    expect(await page.text()).toContain('content="Acme &amp; Sons"')
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
    expect((await branded.request('/brand.css')).headers.get('content-type')).toContain('text/css')
    expect((await app.request('/brand.css')).status).toBe(404)
  })
})

describe('contentSecurityPolicy', () => {
  test('allows connections to the service and the chain only, and no framing', () => {
    const urls = [
      '/rpc',
      'https://bsc.example/key',
      'http://10.0.0.1:8545',
      'https://bsc.example/other-key',
    ]
    const policy = contentSecurityPolicy({ reached: urls }, PAGE)
    expect(policy).toContain("connect-src 'self' https://bsc.example http://10.0.0.1:8545;")
    expect(policy).toContain("img-src 'self' data:")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('allows only Telegram to show the pages in a frame, where they are a Mini App', () => {
    const policy = contentSecurityPolicy({ reached: [], ancestors: [TELEGRAM_WEB] }, PAGE)
    expect(policy).toMatch(/; frame-ancestors https:\/\/web\.telegram\.org$/)
  })

  test('allows the inline scripts of the page and no others', () => {
    const page = `${PAGE}<script>start()</script><script type="module" src="/app.js"></script>`
    // echo -n 'start()' | openssl dgst -sha256 -binary | base64
    const hash = 'DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='
    expect(contentSecurityPolicy({ reached: [] }, page)).toContain(
      `script-src 'self' 'sha256-${hash}';`,
    )
    expect(contentSecurityPolicy({ reached: [] }, PAGE)).toContain("script-src 'self';")
  })

  test('allows the relay with its own protocol only', () => {
    const urls = ['/rpc', 'wss://relay.example/v2?key=1']
    expect(contentSecurityPolicy({ reached: urls }, PAGE)).toContain(
      "connect-src 'self' wss://relay.example;",
    )
  })

  test('allows exactly the embedded wallet in frames, and none without it', () => {
    const framed = ['https://wallet.example']
    const policy = contentSecurityPolicy({ reached: [], framed }, PAGE)
    expect(policy).toContain('frame-src https://wallet.example;')
    expect(contentSecurityPolicy({ reached: [] }, PAGE)).not.toContain('frame-src')
  })
})
