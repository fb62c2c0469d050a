import { describe, expect, test, vi } from 'vitest'
import type { WalletQuery } from './catalogue-client.ts'
import { createWalletPages } from './wallet-pages.ts'

const ALL = Array.from({ length: 95 }, (_, index) => ({ id: `${index}`, name: `Wallet ${index}` }))

/** A catalogue of 95 wallets that fails while `isDown`. */
function setUp() {
  const asked: WalletQuery[] = []
  const catalogue = { isDown: false, before: Promise.resolve() }
  const onError = vi.fn()
  const pages = createWalletPages({
    client: {
      getWallets: (query) => {
        asked.push(query)
        if (catalogue.isDown) return Promise.reject(new Error('down'))
        const found = ALL.filter(({ name }) => name.includes(query.search ?? ''))
        const from = (query.page - 1) * query.entries
        const data = found.slice(from, from + query.entries)
        return catalogue.before.then(() => ({ data, count: found.length }))
      },
    },
    includeIds: [],
    hiddenIds: ['h'],
    excludeIds: ['x'],
    onError,
  })
  const settled = () => vi.waitFor(() => expect(pages.getState().status).not.toBe('loading'))
  return { pages, asked, catalogue, settled, onError }
}

describe('createWalletPages', () => {
  test('loads 40 at a time until all are there', async () => {
    const { pages, settled } = setUp()
    for (const expected of [40, 80, 95]) {
      pages.loadMore()
      await settled()
      expect(pages.getState().wallets).toHaveLength(expected)
    }
    expect(pages.getState().hasMore).toBe(false)
  })

  test('asks once while a page is loading', async () => {
    const { pages, asked, settled } = setUp()
    pages.loadMore()
    pages.loadMore()
    await settled()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ page: 1, entries: 40, exclude: ['h'] })
  })

  test('a search asks for up to 100 and replaces the list', async () => {
    const { pages, asked, settled } = setUp()
    pages.loadMore()
    await settled()
    pages.setFilter({ search: ' Wallet 9 ', isCertified: true })
    await settled()
    expect(asked.at(-1)).toMatchObject({
      page: 1,
      entries: 100,
      search: 'Wallet 9',
      isCertified: true,
      exclude: ['x'],
    })
    expect(pages.getState()).toMatchObject({ hasMore: false })
    expect(pages.getState().wallets.map(({ id }) => id)).toEqual([
      '9',
      '90',
      '91',
      '92',
      '93',
      '94',
    ])
  })

  test('an answer to an older filter changes nothing', async () => {
    const { pages, catalogue, settled } = setUp()
    const slow = Promise.withResolvers<void>()
    catalogue.before = slow.promise
    pages.loadMore()
    catalogue.before = Promise.resolve()
    pages.setFilter({ search: 'Wallet 94', isCertified: false })
    await settled()
    slow.resolve()
    // Everything that waits for the answer has run by the next task.
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(pages.getState().wallets.map(({ id }) => id)).toEqual(['94'])
  })

  test('says that it failed, and goes on from there on retry', async () => {
    const { pages, catalogue, settled, onError } = setUp()
    pages.loadMore()
    await settled()
    catalogue.isDown = true
    pages.loadMore()
    await settled()
    expect(pages.getState().status).toBe('failed')
    expect(onError).toHaveBeenCalledTimes(1)
    catalogue.isDown = false
    pages.retry()
    await settled()
    expect(pages.getState().wallets).toHaveLength(80)
  })
})
