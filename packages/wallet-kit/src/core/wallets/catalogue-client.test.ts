// @vitest-environment node
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  CatalogueRefusedError,
  CatalogueUnavailableError,
  createCatalogueClient,
} from './catalogue-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A catalogue whose answers the test gives; notes what it was asked. */
async function catalogue(answer: (response: ServerResponse, count: number) => void) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://catalogue'))
    answer(response, asked.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const client = createCatalogueClient({
    baseUrl: `http://127.0.0.1:${port}/`,
    projectId: 'p',
    chains: ['eip155:56', 'eip155:97'],
    timeoutMs: 200,
  })
  return { asked, client }
}

const WALLET = { id: 'a'.repeat(64), name: 'Wallet', image_id: 'i' }
const ok = (response: ServerResponse) =>
  void response.end(JSON.stringify({ data: [WALLET], count: 1, more: 'ignored' }))

describe('getWallets', () => {
  test('asks with project, networks and filter', async () => {
    const { asked, client } = await catalogue(ok)
    const answer = await client.getWallets({
      page: 2,
      entries: 100,
      include: ['a', 'b'],
      exclude: ['c'],
      search: 'fox',
      isCertified: true,
    })
    expect(answer).toEqual({ data: [WALLET], count: 1 })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      projectId: 'p',
      page: '2',
      entries: '100',
      include: 'a,b',
      exclude: 'c',
      search: 'fox',
      badge_type: 'certified',
      chains: 'eip155:56,eip155:97',
    })
  })

  test('leaves out filters that are not set', async () => {
    const { asked, client } = await catalogue(ok)
    await client.getWallets({ page: 1, entries: 40 })
    expect([...(asked[0]?.searchParams.keys() ?? [])].toSorted()).toEqual([
      'chains',
      'entries',
      'page',
      'projectId',
      'st',
      'sv',
    ])
  })

  test('tries again once', async () => {
    const { client } = await catalogue((response, count) =>
      count === 1 ? void response.writeHead(503).end() : ok(response),
    )
    await expect(client.getWallets({ page: 1, entries: 4 })).resolves.toMatchObject({ count: 1 })
  })

  test.each([
    ['an error', 2, (response: ServerResponse) => void response.writeHead(500).end()],
    ['no answer', 2, () => undefined],
    ['no JSON', 1, (response: ServerResponse) => void response.end('<html>')],
    ['another shape', 1, (response: ServerResponse) => void response.end('{"data":[{}]}')],
  ])('error: %s, calls: %i', async (_, calls, answer) => {
    const { asked, client } = await catalogue(answer)
    const wallets = client.getWallets({ page: 1, entries: 4 })
    await expect(wallets).rejects.toBeInstanceOf(CatalogueUnavailableError)
    expect(asked).toHaveLength(calls)
  })

  test('error: a refusal is not tried again and keeps the words of the service', async () => {
    const { asked, client } = await catalogue(
      (response) => void response.writeHead(403).end('Unauthorized: origin not allowed'),
    )
    const wallets = client.getWallets({ page: 1, entries: 4 })
    await expect(wallets).rejects.toBeInstanceOf(CatalogueRefusedError)
    await expect(wallets).rejects.toThrow('origin not allowed')
    expect(asked).toHaveLength(1)
  })
})

describe('imageOf', () => {
  test('prefers the wallet’s own address, else asks the catalogue', async () => {
    const { client } = await catalogue(ok)
    expect(client.imageOf({ ...WALLET, image_url: 'https://own.example/i.png' })).toBe(
      'https://own.example/i.png',
    )
    expect(client.imageOf(WALLET)).toContain('/getWalletImage/i?projectId=p')
    expect(client.imageOf({ id: 'x', name: 'X' })).toBeNull()
  })
})
