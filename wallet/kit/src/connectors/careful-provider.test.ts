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
    await expect(connected).rejects.toThrow('No accounts found')
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  },
)

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BUSY = { code: -32_002, message: 'Already processing eth_requestAccounts. Please wait.' }
const REJECTED = { code: 4001, message: 'User rejected the request.' }

/** A wallet that asks its user once at a time. `replies` decide what it asks. */
function busyWallet() {
  const replies: PromiseWithResolvers<unknown>[] = []
  let isAsking = false
  const request = async () => {
    if (isAsking) throw BUSY
    isAsking = true
    const reply = Promise.withResolvers<unknown>()
    replies.push(reply)
    return await reply.promise.finally(() => {
      isAsking = false
    })
  }
  return { wallet: carefulProvider({ request }) as Requests, replies }
}

test.each(['eth_requestAccounts', 'wallet_requestPermissions'])(
  'a repeated %s waits for the reply to the one that the wallet still shows',
  async (method) => {
    const { wallet, replies } = busyWallet()
    const asked = [1, 2, 3].map(() => wallet.request({ method }))
    await Promise.resolve()
    replies[0]?.resolve([ACCOUNT])
    expect(await Promise.all(asked)).toEqual([[ACCOUNT], [ACCOUNT], [ACCOUNT]])

    const again = [1, 2].map(() => wallet.request({ method }))
    await Promise.resolve()
    replies[1]?.reject(REJECTED)
    for (const reply of again) await expect(reply).rejects.toEqual(REJECTED)
  },
)
