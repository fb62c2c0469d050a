import { ApiTimeoutError } from '@bullring/wire/http/request-errors'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { createKitQueryClient } from '#create-query-client.ts'
import type { WalletQuery } from './wallet-catalogue-client.ts'
import { NO_FILTER, type WalletFilter } from './wallet-filter.ts'
import { catalogueListsQuery, walletPagesQuery } from './wallet-queries.ts'

const ALL = Array.from({ length: 95 }, (_, index) => ({ id: `${index}`, name: `Wallet ${index}` }))

/** A catalogue of 95 wallets that fails while `isDown`. */
function setUp() {
  const requests: WalletQuery[] = []
  const catalogue = { isDown: false, delay: Promise.resolve() }
  const client = {
    getWallets: (query: WalletQuery) => {
      requests.push(query)
      if (catalogue.isDown) return Promise.reject(new Error('down'))
      const found = ALL.filter(({ name }) => name.includes(query.search ?? ''))
      const from = (query.page - 1) * query.entries
      const data = found.slice(from, from + query.entries)
      return catalogue.delay.then(() => ({ data, count: found.length }))
    },
  }
  const options = { includeIds: [], hiddenIds: ['h'], excludeIds: ['x'] }
  const queryOf = (filter: WalletFilter) => walletPagesQuery(client, options, filter)
  return { requests, catalogue, client, queryOf }
}

function observe() {
  const { queryOf, ...rest } = setUp()
  const pages = new InfiniteQueryObserver(createKitQueryClient(), queryOf(NO_FILTER))
  pages.subscribe(() => undefined)
  const settled = () => expect.poll(() => pages.getCurrentResult().fetchStatus).toBe('idle')
  const wallets = () => pages.getCurrentResult().data?.pages.flatMap(({ data }) => data) ?? []
  return { ...rest, queryOf, pages, settled, wallets }
}

describe('walletPagesQuery', () => {
  test('loads 40 at a time until all are loaded', async () => {
    const { pages, settled, wallets, requests } = observe()
    await settled()
    expect(requests).toMatchObject([{ page: 1, entries: 40, exclude: ['h'] }])
    for (const expected of [80, 95]) {
      expect(pages.getCurrentResult().hasNextPage).toBe(true)
      await pages.fetchNextPage()
      expect(wallets()).toHaveLength(expected)
    }
    expect(pages.getCurrentResult().hasNextPage).toBe(false)
  })

  test('requests up to 100 in a search and replaces the list', async () => {
    const { pages, settled, wallets, requests, queryOf } = observe()
    await settled()
    pages.setOptions(queryOf({ search: ' Wallet 9 ', isCertified: true }))
    await settled()
    expect(requests.at(-1)).toMatchObject({
      page: 1,
      entries: 100,
      search: 'Wallet 9',
      isCertified: true,
      exclude: ['x'],
    })
    expect(pages.getCurrentResult().hasNextPage).toBe(false)
    expect(wallets().map(({ id }) => id)).toEqual(['9', '90', '91', '92', '93', '94'])
  })

  test('ignores the response to an older filter', async () => {
    const { pages, catalogue, settled, wallets, queryOf } = observe()
    const slow = Promise.withResolvers<void>()
    catalogue.delay = slow.promise
    pages.setOptions(queryOf({ search: 'Wallet 93', isCertified: false }))
    catalogue.delay = Promise.resolve()
    pages.setOptions(queryOf({ search: 'Wallet 94', isCertified: false }))
    await settled()
    slow.resolve()
    // Everything that waits for the response has run by the next task.
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(wallets().map(({ id }) => id)).toEqual(['94'])
  })

  test('error: continues after a failed page', async () => {
    const { pages, catalogue, settled, wallets } = observe()
    await settled()
    catalogue.isDown = true
    await pages.fetchNextPage()
    expect(pages.getCurrentResult().isError).toBe(true)
    expect(wallets()).toHaveLength(40)
    catalogue.isDown = false
    await pages.fetchNextPage()
    expect(wallets()).toHaveLength(80)
  })
})

describe('catalogueListsQuery', () => {
  const ids = {
    featuredWalletIds: ['f'],
    includeWalletIds: [],
    excludeWalletIds: ['x'],
    hasOwnRelay: false,
  }

  test('loads a page of recommended wallets for a relay of the app, which few of them use', async () => {
    const { client, requests } = setUp()
    const query = catalogueListsQuery(client, { ...ids, hasOwnRelay: true })
    await createKitQueryClient().fetchQuery(query)
    expect(requests.at(-1)).toMatchObject({ page: 1, entries: 40 })
  })

  test('loads featured, excluded and four recommended wallets', async () => {
    const { client, requests } = setUp()
    const lists = await createKitQueryClient().fetchQuery(catalogueListsQuery(client, ids))
    expect(requests).toEqual([
      { page: 1, entries: 1, include: ['f'] },
      { page: 1, entries: 1, include: ['x'] },
      { page: 1, entries: 4, include: [], exclude: ['x', 'f'] },
    ])
    expect(lists.recommended).toHaveLength(4)
    expect(lists.included).toBeNull()
    expect(lists.count).toBe(190)
  })

  test('requests featured wallets four at a time', async () => {
    const { client, requests } = setUp()
    const featuredWalletIds = ['a', 'b', 'c', 'd', 'e']
    const options = { ...ids, featuredWalletIds, excludeWalletIds: [] }
    await createKitQueryClient().fetchQuery(catalogueListsQuery(client, options))
    expect(requests).toMatchObject([
      { entries: 4, include: ['a', 'b', 'c', 'd'] },
      { entries: 1, include: ['e'] },
      { entries: 4, exclude: featuredWalletIds },
    ])
  })

  test('error: fails as a whole, after three retries', async () => {
    const { client, requests } = setUp()
    const slow = {
      getWallets: async (query: WalletQuery) => {
        await client.getWallets(query)
        throw new ApiTimeoutError('https://wallet.test/getWallets', 3_000)
      },
    }
    const none = { ...ids, featuredWalletIds: [], excludeWalletIds: [] }
    const lists = createKitQueryClient().fetchQuery(catalogueListsQuery(slow, none))
    await expect(lists).rejects.toThrow(ApiTimeoutError)
    expect(requests).toHaveLength(4)
  })

  test('error: is final at once where a retry cannot help', async () => {
    const { client, catalogue } = setUp()
    catalogue.isDown = true
    const lists = createKitQueryClient().fetchQuery(catalogueListsQuery(client, ids))
    await expect(lists).rejects.toThrow('down')
  })
})
