import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { createResponseCheck } from '@bullring/server/testing/response-check'
import { describe, expect, test } from 'vitest'
import { walletDocument } from '../http/wallet-document.ts'
import { imagesOperations } from './images.operations.ts'
import { readCatalogue } from './read-catalogue.ts'
import { iconName, readWalletIcons } from './wallet-icons.ts'

const catalogue = await readCatalogue(null)
const operations = imagesOperations({ catalogue })
const app = operationRoutes(operations)
const checkResponse = createResponseCheck(walletDocument(operations))
const imageAt = async (path: string) => {
  const response = await app.request(path)
  await checkResponse('get', path, response)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^image\//)
  return response.text()
}

describe('imagesOperations', () => {
  const idOf = (wanted: string) => catalogue.find(({ name }) => name === wanted)?.id

  test("shows a wallet's own icon where it may be shipped", async () => {
    const [trust, fox] = [idOf('Trust Wallet'), idOf('MetaMask')]
    expect(await imageAt(`/getWalletImage/${trust}`)).toContain('viewBox="0 0 24 24"')
    expect(await imageAt(`/getWalletImage/${trust}`)).not.toBe(
      await imageAt(`/getWalletImage/${fox}`),
    )
  })

  test('shows the first letter of any other wallet, in the same colours', async () => {
    const [frame, taho] = await Promise.all(
      ['Frame', 'Taho'].map((name) => imageAt(`/getWalletImage/${idOf(name)}`)),
    )
    expect(frame).toContain('>F<')
    expect(frame?.replace('>F<', '>T<')).toBe(taho)
  })

  test('every shipped icon belongs to a bundled wallet and can do nothing but draw', () => {
    const names = new Set(catalogue.map(({ name }) => iconName(name)))
    for (const [name, svg] of readWalletIcons()) {
      expect(names).toContain(name)
      expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 24 24">.*<\/svg>$/s)
      expect(svg).not.toMatch(/<script|<foreignObject|href|style=|\son\w+=/i)
    }
  })

  test('shows whole tickers', async () => {
    expect(await imageAt('/public/getTokenImage/usdt')).toContain('>USDT<')
    expect(await imageAt('/public/getCurrencyImage/EUR')).toContain('>EUR<')
    expect(await imageAt('/public/getAssetImage/93564157-2e8e-4ce7-81df-b264dbee9b00')).toContain(
      '>BNB<',
    )
    expect(await imageAt('/public/getAssetImage/30c46e53-e989-45fb-4549-be3bd4eb3b00')).toContain(
      '>AVAX<',
    )
  })

  test('draws longer tickers smaller, so that they fit in a circle', async () => {
    const sizeOf = async (ticker: string) =>
      Number(/font-size="(\d+)"/.exec(await imageAt(`/public/getTokenImage/${ticker}`))?.[1])
    const sizes = await Promise.all(['B', 'OP', 'BNB', 'WBNB'].map(sizeOf))
    // Capitals are about 0.7 em wide. The circle has 96, less its edge.
    expect(sizes.map((size, index) => size * 0.7 * (index + 1) < 80)).toEqual(sizes.map(() => true))
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(await imageAt('/public/getTokenImage/BNB')).toContain('rx="46.5"')
  })

  test.each([
    '/getWalletImage/unknown',
    '/getWalletImage/__proto__',
    '/public/getAssetImage/0',
    '/public/getAssetImage/__proto__',
    '/public/getTokenImage/%F0%9F%8D%95',
    '/public/getTokenImage/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ])('draws an icon for %s without markup from the request', async (path) => {
    const svg = await imageAt(path)
    expect(svg).toMatch(/^<svg [^<]*>/)
    expect(svg).not.toContain('script')
  })
})
