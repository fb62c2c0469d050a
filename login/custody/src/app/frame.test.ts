import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testBrand } from '@bullring/server/testing/test-brand'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { frameFiles, UnstampedFrameError } from '../frame/frame-files.ts'
import { stampFrame } from '../frame/stamp-frame.ts'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'

let folder: string
let custody: TestCustody

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frame-'))
  await mkdir(join(folder, 'assets'))
  for (const page of ['sdk', 'approval', 'dashboard', 'oauth-callback']) {
    await writeFile(
      join(folder, `${page}.html`),
      `<head><meta name="vault" content="" /><title>${page}</title></head>`,
    )
  }
  await writeFile(join(folder, 'assets', 'sdk-1a2b.js'), 'export {}')
  await stampFrame(folder, 'https://vault.example')
  custody = await startTestCustody(inject('postgresUrl'), {
    variables: { CUSTODY_FRAME_ROOT: folder },
  })
})
afterAll(async () => {
  await custody.stop()
  await rm(folder, { recursive: true })
})

const get = (path: string) => fetch(`${custody.url}${path}`)
const policyOf = async (path: string) =>
  (await get(path)).headers.get('content-security-policy') ?? ''

describe('the frame', () => {
  test('only /sdk may be framed, by the pages of the project that it names', async () => {
    const sdk = await get('/sdk?projectId=test')
    expect(sdk.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self' https://vault.example; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors https://app.example; require-trusted-types-for 'script'",
    )
    expect(sdk.headers.get('x-frame-options')).toBeNull()
    expect(sdk.headers.get('permissions-policy')).toContain('camera=()')
    for (const path of [
      '/sdk',
      '/sdk?projectId=other',
      '/approval',
      '/approval?projectId=test',
      '/dashboard',
      '/oauth/callback/google',
    ]) {
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
    }
  })

  test('an app in a bot may be shown by Telegram too', async () => {
    await custody.restart({ TELEGRAM_BOT: '7000000001' })
    expect(await policyOf('/sdk?projectId=test')).toContain(
      'frame-ancestors https://app.example https://web.telegram.org;',
    )
    for (const path of ['/sdk', '/sdk?projectId=other', '/approval', '/dashboard']) {
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
    }
    await custody.restart({})
  })

  test('its pages show the brand of the operator', async () => {
    const files = await frameFiles({
      root: folder,
      projects: new Map(),
      vaultUrl: 'https://vault.example',
      brand: testBrand(),
    })
    const app = new Hono().use(files)
    for (const path of ['/sdk', '/approval', '/dashboard', '/oauth/callback/google']) {
      const page = await app.request(path)
      expect(await page.text()).toContain('<link rel="stylesheet" href="/brand.css" />')
      expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
    }
    expect(await (await app.request('/brand.css')).text()).toContain('--accent: #0b4f9e')
    expect((await get('/brand.css')).status).toBe(404)
  })

  test('its pages carry the vault that deployment has written into them', async () => {
    const meta = '<meta name="vault" content="https://vault.example"'
    for (const path of ['/sdk', '/dashboard']) {
      expect(await (await get(path)).text()).toContain(meta)
    }
  })

  test.each(['', 'https://accomplice.example'])(
    'error: does not start with pages that carry the vault %j',
    async (vaultUrl) => {
      await stampFrame(folder, vaultUrl)
      const options = { root: folder, projects: new Map(), vaultUrl: 'https://vault.example' }
      await expect(frameFiles(options)).rejects.toThrow(UnstampedFrameError)
      await stampFrame(folder, options.vaultUrl)
      await expect(frameFiles(options)).resolves.toBeDefined()
    },
  )

  test('error: stamps no folder without a built frame', async () => {
    await writeFile(join(folder, 'assets', 'sdk.html'), '<title>sdk</title>')
    const folderWithout = join(folder, 'assets')
    await expect(stampFrame(folderWithout, 'https://vault.example')).rejects.toThrow('no page of')
    await rm(join(folderWithout, 'sdk.html'))
  })

  test('its files cannot be read by pages of other sites', async () => {
    const file = await get('/assets/sdk-1a2b.js')
    expect(file.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('learns the origins of the named project only', async () => {
    const read = async (query: string) => (await get(`/config.json${query}`)).json()
    expect(await read('?projectId=test')).toMatchObject({
      origins: ['https://app.example'],
      vaultUrl: 'https://vault.example',
      chains: [{ id: 31_337, name: 'Local chain' }],
    })
    expect(await read('')).toMatchObject({ origins: [] })
  })

  test('a reply that a provider posts becomes the query of the callback page', async () => {
    const body = new URLSearchParams({ code: 'c', state: 's', user: 'dropped' })
    const response = await fetch(`${custody.url}/oauth/callback/apple`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/oauth/callback/apple?code=c&state=s')
  })
})
