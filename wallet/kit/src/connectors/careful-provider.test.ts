import { expect, test } from 'vitest'
import { carefulProvider } from './careful-provider.ts'

type Requests = { request: (request: { method: string }) => Promise<unknown> }

const walletWith = (accounts: unknown) =>
  carefulProvider({ request: () => Promise.resolve(accounts) }) as Requests

test.each([{ accounts: [] }, { accounts: null }, { accounts: ['no address'] }])(
  'a wallet that responds with $accounts to a request to connect has refused it',
  async ({ accounts }) => {
    const wallet = walletWith(accounts)
    const connected = wallet.request({ method: 'eth_requestAccounts' })
    await expect(connected).rejects.toThrow('The wallet shared no account.')
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  },
)
