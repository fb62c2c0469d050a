import { OutcomeUnknownError } from '@bullring/wallet-kit/outcome-unknown-error'
import { UserRejectedRequestError } from 'viem'
import { expect, test, vi } from 'vitest'
import { type CallSafe, SafeRefusedError } from './call-safe.ts'
import { createSafeProvider } from './safe-provider.ts'

const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const MARKET = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'ab'.repeat(32)}`

function providerOf(call: CallSafe) {
  return createSafeProvider(call, () =>
    Promise.resolve({ safeAddress: SAFE, chainId: 56, threshold: 2 }),
  )
}

test('sends one call or several to Safe, and returns the hash of its request', async () => {
  const call = vi.fn<CallSafe>(() => Promise.resolve({ safeTxHash: HASH }))
  const { request } = providerOf(call)
  const bet = { from: SAFE, to: MARKET, value: '0x5', data: '0x57fb' }
  expect(await request({ method: 'eth_sendTransaction', params: [bet] })).toBe(HASH)
  const calls = [
    { to: MARKET, data: '0x01' },
    { to: MARKET, value: '0x5' },
  ]
  const batch = { from: SAFE, chainId: '0x38', calls }
  expect(await request({ method: 'wallet_sendCalls', params: [batch] })).toEqual({ id: HASH })
  expect(call.mock.calls).toEqual([
    ['sendTransactions', { txs: [{ to: MARKET, value: '0x5', data: '0x57fb' }] }],
    [
      'sendTransactions',
      {
        txs: [
          { to: MARKET, value: '0x0', data: '0x01' },
          { to: MARKET, value: '0x5', data: '0x' },
        ],
      },
    ],
  ])
})

test('sends one request at a time', async () => {
  const responses = [1, 2, 3].map(() => Promise.withResolvers<unknown>())
  const call = vi.fn<CallSafe>()
  for (const { promise } of responses) call.mockReturnValueOnce(promise)
  const { request } = providerOf(call)
  const first = request({ method: 'eth_sendTransaction', params: [{ to: MARKET }] })
  const second = request({ method: 'personal_sign', params: ['0x68', SAFE] })
  const third = request({ method: 'eth_sendTransaction', params: [{ to: MARKET }] })
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce())
  responses[0]?.reject(new SafeRefusedError())
  await expect(first).rejects.toThrow()
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  responses[1]?.resolve({ signature: '0xab' })
  responses[2]?.resolve({ safeTxHash: HASH })
  expect([await second, await third]).toEqual(['0xab', HASH])
})

test('is the account of the Safe on its chain, and runs several calls as one', async () => {
  const { request } = providerOf(vi.fn())
  expect(await request({ method: 'eth_accounts' })).toEqual([SAFE])
  expect(await request({ method: 'eth_chainId' })).toBe('0x38')
  const capabilities = { '0x38': { atomic: { status: 'supported' } } }
  expect(await request({ method: 'wallet_getCapabilities' })).toEqual(capabilities)
})

test.each([
  [{ messageHash: HASH, signature: '0xab' }, '0xab'],
  [{ safeTxHash: HASH }, '0x'],
])('signs messages: %j', async (response, signature) => {
  const { request } = providerOf(() => Promise.resolve(response))
  expect(await request({ method: 'personal_sign', params: ['0x68', SAFE] })).toBe(signature)
})

test('error: refused by the user, who may have signed a transaction before', async () => {
  const { request } = providerOf(() => Promise.reject(new SafeRefusedError()))
  const bet = request({ method: 'eth_sendTransaction', params: [{ to: MARKET }] })
  await expect(bet).rejects.toBeInstanceOf(OutcomeUnknownError)
  const batch = request({ method: 'wallet_sendCalls', params: [{ calls: [{ to: MARKET }] }] })
  await expect(batch).rejects.toBeInstanceOf(OutcomeUnknownError)
  const signature = request({ method: 'personal_sign', params: ['0x68', SAFE] })
  await expect(signature).rejects.toBeInstanceOf(UserRejectedRequestError)
})

test('error: a response without a hash, an unknown method', async () => {
  const bet = { method: 'eth_sendTransaction', params: [{ to: MARKET }] }
  const odd = providerOf(() => Promise.resolve({ safeTxHash: 'none' }))
  await expect(odd.request(bet)).rejects.toThrow()
  const unknown = odd.request({ method: 'wallet_switchEthereumChain', params: [] })
  await expect(unknown).rejects.toMatchObject({ code: 4200 })
})
