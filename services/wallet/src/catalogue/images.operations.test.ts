import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { createResponseCheck } from '@bullring/server/testing/response-check'
import { describe, expect, test } from 'vitest'
import { walletDocument } from '../http/wallet-document.ts'
import { imagesOperations } from './images.operations.ts'
import { readCatalogue } from './read-catalogue.ts'

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
  test('shows the initials of a wallet', async () => {
    const wallet = catalogue.find(({ name }) => name === 'Trust Wallet')
    expect(await imageAt(`/getWalletImage/${wallet?.id}`)).toContain('>TW<')
  })

  test('shows whole tickers', async () => {
    expect(await imageAt('/public/getTokenImage/usdt')).toContain('>USDT<')
    expect(await imageAt('/public/getCurrencyImage/EUR')).toContain('>EUR<')
    expect(await imageAt('/public/getAssetImage/93564157-2e8e-4ce7-81df-b264dbee9b00')).toContain(
      '>BNB<',
    )
  })

  test.each([
    '/getWalletImage/unknown',
    '/public/getAssetImage/0',
    '/public/getAssetImage/__proto__',
    '/public/getTokenImage/%F0%9F%8D%95',
    '/public/getTokenImage/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ])('draws an icon for %s without markup from the request', async (path) => {
    const svg = await imageAt(path)
    expect(svg).toMatch(/^<svg [^<]*>/)
    expect(svg).not.toContain('script')
  })

  test('draws the same picture for the same id only', async () => {
    const [first, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((id) => imageAt(`/getWalletImage/${id}`)),
    )
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
