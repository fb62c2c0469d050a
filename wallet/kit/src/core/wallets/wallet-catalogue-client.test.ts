// @vitest-environment node
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ApiInvalidResponseError,
  ApiProblemError,
  ApiTimeoutError,
} from '@bullring/wire/http/request-errors'
import { afterEach, describe, expect, test } from 'vitest'
import { createKitQueryClient } from '#create-query-client.ts'
import { createWalletCatalogueClient } from './wallet-catalogue-client.ts'
import { walletsQuery } from './wallet-queries.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a catalogue that the test responds for, and records its requests. */
async function catalogue(
  respond: (response: ServerResponse, count: number) => void,
  timeoutMs = 10_000,
) {
  const requests: URL[] = []
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://catalogue'))
    respond(response, requests.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const client = createWalletCatalogueClient({
    baseUrl: `http://127.0.0.1:${port}/`,
    projectId: 'p',
    chains: ['eip155:56', 'eip155:97'],
    timeoutMs,
  })
  const fetchWallets = () =>
    createKitQueryClient().fetchQuery(walletsQuery(client, { page: 1, entries: 4 }))
  return { requests, client, fetchWallets }
}

const WALLET = { id: 'a'.repeat(64), name: 'Wallet', image_id: 'i' }
const ok = (response: ServerResponse) =>
  void response.end(JSON.stringify({ data: [WALLET], count: 1, more: 'ignored' }))

describe('getWallets', () => {
  test('sends project, networks and filter', async () => {
    const { requests, client } = await catalogue(ok)
    const page = await client.getWallets({
      page: 2,
      entries: 100,
      include: ['a', 'b'],
      exclude: ['c'],
      search: 'fox',
      isCertified: true,
    })
    expect(page).toEqual({ data: [WALLET], count: 1 })
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
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
    const { requests, client } = await catalogue(ok)
    await client.getWallets({ page: 1, entries: 40 })
    expect([...(requests[0]?.searchParams.keys() ?? [])].toSorted()).toEqual([
      'chains',
      'entries',
      'page',
      'projectId',
      'st',
      'sv',
    ])
  })

  test('retries', async () => {
    const { fetchWallets } = await catalogue((response, count) =>
      count === 1 ? void response.writeHead(503).end() : ok(response),
    )
    await expect(fetchWallets()).resolves.toMatchObject({ count: 1 })
  })

  test.each<[string, new (...parameters: never) => Error, (response: ServerResponse) => void]>([
    ['an error', ApiProblemError, (response: ServerResponse) => void response.writeHead(500).end()],
    ['no response', ApiTimeoutError, () => undefined],
    ['no JSON', ApiInvalidResponseError, (response: ServerResponse) => void response.end('<html>')],
    [
      'another shape',
      ApiInvalidResponseError,
      (response: ServerResponse) => void response.end('{"data":[{}]}'),
    ],
  ])('error: fails after three retries (R-RPC-4): %s', async (_, errorClass, respond) => {
    const { requests, fetchWallets } = await catalogue(
      respond,
      errorClass === ApiTimeoutError ? 2_000 : 10_000,
    )
    await expect(fetchWallets()).rejects.toBeInstanceOf(errorClass)
    expect(requests).toHaveLength(4)
  })

  test('error: a refusal is not retried and keeps the text of the service', async () => {
    const { requests, fetchWallets } = await catalogue(
      (response) => void response.writeHead(403).end('Unauthorized: origin not allowed'),
    )
    await expect(fetchWallets()).rejects.toThrow('origin not allowed')
    expect(requests).toHaveLength(1)
  })
})

describe('imageOf', () => {
  test('prefers the wallet’s URL over the catalogue’s', async () => {
    const { client } = await catalogue(ok)
    expect(client.imageOf({ ...WALLET, image_url: 'https://own.example/i.png' })).toBe(
      'https://own.example/i.png',
    )
    expect(client.imageOf(WALLET)).toContain('/getWalletImage/i?projectId=p')
    expect(client.imageOf({ id: 'x', name: 'X' })).toBeNull()
  })
})
