import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { startTestService, type TestService } from './test-service.ts'

/** Creates a wallet of the catalogue. Its id is derived from its name. */
export function listedWallet(
  name: string,
  overrides: Partial<CatalogueWallet> = {},
): CatalogueWallet {
  const id = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return { id: id.padEnd(64, '0'), name, homepage: 'https://wallet.example', ...overrides }
}

/**
 * Starts a catalogue of `wallets` over HTTP, all on one page, with search.
 *
 * @param isDown - Called for each request. The response is 503 while it returns true.
 */
export async function startTestCatalogue(
  wallets: readonly CatalogueWallet[],
  isDown: () => boolean = () => false,
): Promise<TestService> {
  const service = await startTestService(() => {
    if (isDown()) return { status: 503, body: '' }
    const query = service.requests.at(-1)?.searchParams
    const search = query?.get('search') ?? ''
    const hidden = query?.get('exclude')?.split(',') ?? []
    const data = wallets.filter(({ id, name }) => name.includes(search) && !hidden.includes(id))
    return { body: { data, count: data.length } }
  })
  return service
}
