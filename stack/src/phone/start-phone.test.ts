import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Brand } from '@bullring/server/brand/read-brand'
import { listen } from '@bullring/server/http/listen'
import { testBrand } from '@bullring/server/testing/test-brand'
import { afterEach, expect, test } from 'vitest'
import { startPhone } from './start-phone.ts'

const cleanup: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of cleanup.splice(0).reverse()) await stop()
})

/** Starts the wallet in front of a service that records what it gets. */
async function start(brand: Brand | null = null) {
  const root = await mkdtemp(join(tmpdir(), 'phone-'))
  cleanup.push(() => rm(root, { recursive: true }))
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>Bullring test wallet</title></head></html>',
  )
  const seen: string[] = []
  const service = await listen(
    (incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"0x1"}')
    },
    { host: '127.0.0.1', port: 0 },
  )
  cleanup.push(service.close)
  const nativeCurrency = { name: 'BNB', symbol: 'BNB', decimals: 18 }
  const chain = { id: 31_337, name: 'Local', nativeCurrency, rpcUrl: '/rpc/31337', faucetUrl: null }
  const config = {
    chains: [chain],
    relayUrl: 'ws://127.0.0.1:1/relay',
    projectId: 'test',
    markets: [],
  }
  const phone = await startPhone({
    port: 0,
    root,
    config,
    gameUrl: service.url,
    walletUrl: `${service.url}/wallet`,
    brand,
  })
  cleanup.push(phone.stop)
  return { url: phone.url, seen, config }
}

function post(url: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers: { ...type, ...headers }, body: '{}' })
}

test('serves the page, also for pairing links, with a policy that lets it reach the relay only', async () => {
  const { url, config } = await start()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  for (const path of ['/', '/wc?uri=wc%3A1']) {
    const response = await fetch(`${url}${path}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:1;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('permissions-policy')).toContain('camera=(self)')
  }
  expect(await (await fetch(`${url}/config.json`)).json()).toEqual(config)
  expect((await fetch(`${url}/../package.json`)).status).toBe(404)
})

test('forwards calls of its chains, and of no others', async () => {
  const { url, seen } = await start()
  const call = (chainId: number) => post(`${url}/rpc/${chainId}`)
  expect(await (await call(31_337)).json()).toEqual({ result: '0x1' })
  expect((await call(56)).status).toBe(404)
  await post(`${url}/api/faucet`)
  expect(seen).toEqual([
    'POST /wallet/v1/?chainId=eip155%3A31337&projectId=test',
    'POST /api/faucet',
  ])
})

test.each([
  ['that needs no preflight', { 'content-type': 'text/plain' }, 415],
  ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['of another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
])('error: a call %s', async (_, headers, status) => {
  const { url, seen } = await start()
  for (const path of ['/rpc/31337', '/api/faucet']) {
    expect((await post(url + path, headers)).status).toBe(status)
  }
  expect(seen).toEqual([])
  const own = { 'sec-fetch-site': 'same-origin' }
  expect((await post(`${url}/rpc/31337`, own)).status).toBe(200)
})

test('error: another name of this machine', async () => {
  const { url } = await start()
  const status = await new Promise((resolve, reject) => {
    request(url, { headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(421)
})

test('has the brand of the operator: name, colours and icon', async () => {
  const { url } = await start(testBrand())
  const page = await (await fetch(url)).text()
  expect(page).toContain('Acme &amp; Sons')
  expect(page).not.toContain('Bullring')
  const style = await fetch(`${url}/brand.css`)
  expect(style.headers.get('content-type')).toContain('text/css')
  expect(await style.text()).toContain('#0b4f9e')
  const { url: plain } = await start()
  expect((await fetch(`${plain}/brand.css`)).status).toBe(404)
})
