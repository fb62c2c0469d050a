import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOCAL_LIMITS } from '@bullring/server/limits/open-limits'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExplorerFailedError } from '../chain/errors.ts'
import type { Token } from '../tokens/token.ts'
import { createExplorerHistory } from './explorer-history.ts'

type Row = Record<string, string>

const ACCOUNT: Address = '0x000000000000000000000000000000000000dEaD'
const OTHER: Address = '0x000000000000000000000000000000000000bEEF'
const TOKEN: Address = '0x55d398326f99059fF775485246999027B3197955'
const USDT: Token = {
  chainId: 56,
  address: TOKEN,
  name: 'Tether USD',
  symbol: 'USDT',
  decimals: 18,
  wrapsCoin: false,
  isHub: false,
}

let explorer: Server
let lists: Record<string, Row[]>
let failures = 0
const queries: URLSearchParams[] = []

beforeAll(async () => {
  explorer = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://explorer')
    queries.push(query)
    failures -= 1
    const limit = { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached' }
    response.end(JSON.stringify(failures >= 0 ? limit : { status: '1', result: rowsFor(query) }))
  }).listen(0, '127.0.0.1')
  await once(explorer, 'listening')
})
afterAll(async () => {
  explorer.close()
  await once(explorer, 'close')
})

function rowsFor(query: URLSearchParams): Row[] {
  const end = Number(query.get('endblock') ?? Number.POSITIVE_INFINITY)
  return (lists[query.get('action') ?? ''] ?? [])
    .filter(({ blockNumber }) => Number(blockNumber) <= end)
    .sort((a, b) => Number(b['blockNumber']) - Number(a['blockNumber']))
    .slice(0, Number(query.get('offset')))
}

function row(id: number, block: number, overrides: Row = {}): Row {
  return {
    blockNumber: `${block}`,
    timeStamp: `${1_700_000_000 + block}`,
    hash: numberToHex(id, { size: 32 }),
    nonce: '7',
    from: OTHER.toLowerCase(),
    to: ACCOUNT.toLowerCase(),
    value: '1000000000000000000',
    contractAddress: '',
    isError: '0',
    ...overrides,
  }
}

function history(options: { rows?: number; nowMs?: () => number; isConfigured?: boolean } = {}) {
  const { port } = explorer.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v2/api`
  return createExplorerHistory({
    url,
    isConfigured: true,
    apiKey: 'secret',
    chainId: 56,
    tokens: [USDT],
    limits: LOCAL_LIMITS,
    rows: 3,
    ...options,
  })
}

describe('createExplorerHistory', () => {
  test('joins coins, values of contracts and known tokens of one transaction', async () => {
    const token = { contractAddress: TOKEN.toLowerCase(), tokenSymbol: 'USDT', value: '5' }
    lists = {
      txlist: [row(1, 10, { from: ACCOUNT, to: OTHER, isError: '1' })],
      txlistinternal: [row(1, 10, { value: '2' })],
      tokentx: [
        row(1, 10, token),
        row(2, 9, { ...token, contractAddress: OTHER, tokenSymbol: 'USDT' }),
      ],
    }
    const { transactions, next } = await history().page(ACCOUNT, null)
    expect(next).toBeNull()
    expect(transactions).toMatchObject([
      {
        hash: numberToHex(1, { size: 32 }),
        from: ACCOUNT,
        to: OTHER,
        nonce: 7,
        isConfirmed: false,
        minedAt: 1_700_000_010,
        transfers: [
          { token: null, from: ACCOUNT, amount: 10n ** 18n },
          { token: null, to: ACCOUNT, amount: 2n },
          { token: USDT, to: ACCOUNT, amount: 5n },
        ],
      },
    ])
    expect(queries.at(-1)?.get('chainid')).toBe('56')
  })

  test('lists NFTs of both standards, within the transaction that moved them', async () => {
    const nft = { contractAddress: OTHER, tokenSymbol: 'BULL', tokenID: '7' }
    const { value: _, isError: __, ...bare } = row(1, 10, nft)
    lists = {
      txlist: [row(1, 10, { from: ACCOUNT, to: OTHER })],
      tokennfttx: [bare],
      token1155tx: [{ ...bare, tokenID: '8', tokenValue: '3' }],
    }
    const { transactions } = await history().page(ACCOUNT, null)
    const moved = { from: OTHER, to: ACCOUNT }
    expect(transactions.map(({ transfers }) => transfers)).toMatchObject([
      [
        { token: null, from: ACCOUNT },
        { ...moved, nft: { contract: OTHER, tokenId: 7n, standard: 'ERC721' }, amount: 1n },
        { ...moved, nft: { contract: OTHER, tokenId: 8n, standard: 'ERC1155' }, amount: 3n },
      ],
    ])
  })

  test('paginates between blocks, with every transaction exactly once', async () => {
    const blocks = [20, 19, 19, 18, 17, 17, 16, 15, 12, 12, 3]
    lists = {
      txlist: blocks.map((block, index) => row(100 + index, block)),
      txlistinternal: [row(103, 18), row(200, 14), row(201, 2)],
      tokentx: [],
    }
    const hashes: string[] = []
    let cursor: string | null = null
    do {
      const { transactions, next } = await history().page(ACCOUNT, cursor)
      hashes.push(...transactions.map(({ hash }) => hash))
      cursor = next
    } while (cursor !== null)
    const ids = [...blocks.map((_, index) => 100 + index), 200, 201]
    expect(hashes.length).toBe(ids.length)
    expect(new Set(hashes)).toEqual(new Set(ids.map((id) => numberToHex(id, { size: 32 }))))
  })

  test('continues after a block that fills a page', async () => {
    lists = {
      txlist: [1, 2, 3, 4].map((id) => row(id, 10)),
      txlistinternal: [row(9, 5)],
      tokentx: [],
    }
    const first = await history().page(ACCOUNT, null)
    expect(first.transactions).toHaveLength(3)
    const second = await history().page(ACCOUNT, first.next)
    expect(second.transactions.map(({ minedAt }) => minedAt)).toEqual([1_700_000_005])
  })

  test('reads a page once in a while, however often it is requested', async () => {
    lists = { txlist: [1, 2, 3, 4].map((id) => row(id, 10 - id)) }
    queries.length = 0
    let nowMs = 0
    const source = history({ nowMs: () => nowMs })
    const [{ next }] = await Promise.all([source.page(ACCOUNT, null), source.page(ACCOUNT, null)])
    await source.page(ACCOUNT, null)
    expect(queries).toHaveLength(5)
    await source.page(ACCOUNT, next)
    await source.page(OTHER, null)
    expect(queries).toHaveLength(15)
    nowMs += 15_000
    await source.page(ACCOUNT, null)
    expect(queries).toHaveLength(20)
  })

  test('error: limits all callers together, so that the key is not used up', async () => {
    lists = {}
    queries.length = 0
    const source = history({ nowMs: () => 0 })
    const accounts = Array.from({ length: 70 }, (_, index) => numberToHex(index, { size: 20 }))
    const pages = await Promise.allSettled(accounts.map((account) => source.page(account, null)))
    const refused = pages.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(58)
    expect(refused[0]).toMatchObject({ reason: { status: 429 } })
    expect(queries).toHaveLength(60)
  })

  test('error: the default explorer must have a public address', async () => {
    queries.length = 0
    const page = history({ isConfigured: false }).page(ACCOUNT, null)
    await expect(page).rejects.toThrow(ExplorerFailedError)
    expect(queries).toEqual([])
  })

  test('error: leaves retries to the page, with Retry-After, and hides the key', async () => {
    lists = {}
    failures = 100
    queries.length = 0
    const error = await history()
      .page(ACCOUNT, null)
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ExplorerFailedError)
    expect(error).toMatchObject({ status: 502, headers: { 'retry-after': '1' } })
    expect(String(error)).not.toContain('secret')
    // One request per list. The first failure does not wait for the others.
    await expect.poll(() => queries.length).toBe(5)
    failures = 0
    expect(await history().page(ACCOUNT, null)).toEqual({ transactions: [], next: null })
  })
})
