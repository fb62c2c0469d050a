import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOCAL_LIMITS } from '@bullring/server/limits/open-limits'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ExplorerFailedError } from '../chain/errors.ts'
import { createExplorerNfts } from './explorer-nfts.ts'

const ACCOUNT: Address = '0x000000000000000000000000000000000000dEaD'
const OTHER: Address = '0x000000000000000000000000000000000000bEEF'
const COLLECTION: Address = '0x55d398326f99059fF775485246999027B3197955'

type Row = Record<string, string>

let explorer: Server
let lists: Record<string, Row[] | string>
let queries: URLSearchParams[]

beforeAll(async () => {
  explorer = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://explorer')
    queries.push(query)
    response.end(JSON.stringify({ status: '1', result: lists[query.get('action') ?? ''] ?? [] }))
  }).listen(0, '127.0.0.1')
  await once(explorer, 'listening')
})
beforeEach(() => {
  queries = []
})
afterAll(async () => {
  explorer.close()
  await once(explorer, 'close')
})

function row(block: number, tokenID: string, overrides: Row = {}): Row {
  return {
    blockNumber: `${block}`,
    tokenID,
    contractAddress: COLLECTION.toLowerCase(),
    from: OTHER.toLowerCase(),
    to: ACCOUNT.toLowerCase(),
    ...overrides,
  }
}

function source(nowMs = () => 0) {
  const { port } = explorer.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v2/api`
  return createExplorerNfts({
    url,
    isConfigured: true,
    apiKey: 'secret',
    chainId: 56,
    limits: LOCAL_LIMITS,
    nowMs,
  })
}

describe('createExplorerNfts', () => {
  test('finds what the account received, by its newest transfer', async () => {
    const huge = `${2n ** 256n - 1n}`
    lists = {
      tokennfttx: [
        row(30, '1'),
        row(20, '1', { from: ACCOUNT, to: OTHER }),
        row(10, '1'),
        row(9, '2', { from: ACCOUNT, to: OTHER }),
      ],
      token1155tx: [row(25, huge, { tokenValue: '4' })],
    }
    const shared = { contract: COLLECTION }
    expect(await source().candidatesOf(ACCOUNT)).toEqual([
      { ...shared, tokenId: 1n, standard: 'ERC721', block: 30 },
      { ...shared, tokenId: 2n ** 256n - 1n, standard: 'ERC1155', block: 25 },
    ])
    expect(queries.map((query) => query.get('chainid'))).toEqual(['56', '56'])
  })

  test('reads an account once in a while, and limits all callers together', async () => {
    lists = {}
    const shared = source()
    await Promise.all([shared.candidatesOf(ACCOUNT), shared.candidatesOf(ACCOUNT)])
    expect(queries).toHaveLength(2)
    const accounts = Array.from(
      { length: 30 },
      (_, index): Address => `0x${index.toString(16).padStart(40, '0')}`,
    )
    const results = await Promise.allSettled(accounts.map((each) => shared.candidatesOf(each)))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(11)
    expect(refused[0]).toMatchObject({ reason: { status: 429 } })
  })

  test('error: hides the key when the explorer refuses', async () => {
    lists = { tokennfttx: 'Max calls per sec rate limit reached' }
    const error = await source()
      .candidatesOf(ACCOUNT)
      .catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ExplorerFailedError)
    expect(String(error)).not.toContain('secret')
  })
})
