import { createClient, custom, type Hex, numberToHex, parseEther, parseGwei } from 'viem'
import { expect, test, vi } from 'vitest'
import { MoveRevertedError, type MovingWallet, moveAccount } from './move-account.ts'

const ACCOUNTS = {
  from: '0x00000000000000000000000000000000000000A1',
  to: '0x00000000000000000000000000000000000000A2',
} as const
const HASH = `0x${'11'.repeat(32)}` as const

/** A node of an account with a balance, which mines a transfer with a status. */
function nodeOf(balance: bigint, status: Hex = '0x1') {
  const replies: Readonly<Record<string, unknown>> = {
    eth_getBalance: numberToHex(balance),
    eth_estimateGas: numberToHex(21_000),
    eth_gasPrice: numberToHex(parseGwei('1')),
    eth_blockNumber: '0x2',
    eth_getTransactionReceipt: { transactionHash: HASH, blockNumber: '0x1', status, logs: [] },
  }
  const request = ({ method }: { method: string }) => Promise.resolve(replies[method])
  return createClient({ transport: custom({ request }), pollingInterval: 10 })
}

function walletThat(request: MovingWallet['request']) {
  return { request: vi.fn(request), setPreferredAccount: vi.fn(() => Promise.resolve()) }
}

test('sends all coins but the fee with one approval, then uses the smart account', async () => {
  const wallet = walletThat(() => Promise.resolve(HASH))
  await moveAccount(nodeOf(parseEther('1')), wallet, ACCOUNTS)
  const value = numberToHex(parseEther('1') - 84_000n * parseGwei('1'))
  expect(wallet.request).toHaveBeenCalledExactlyOnceWith({
    method: 'eth_sendTransaction',
    params: [{ ...ACCOUNTS, value }],
  })
  expect(wallet.setPreferredAccount).toHaveBeenCalledExactlyOnceWith('smartAccount')
})

test.each([0n, 83_999n * parseGwei('1')])(
  'asks for nothing with %s wei, which no transfer could move',
  async (balance) => {
    const wallet = walletThat(() => Promise.resolve(HASH))
    await moveAccount(nodeOf(balance), wallet, ACCOUNTS)
    expect(wallet.request).not.toHaveBeenCalled()
    expect(wallet.setPreferredAccount).toHaveBeenCalledOnce()
  },
)

test('error: a refused or reverted transfer leaves the account as it is', async () => {
  const refusing = walletThat(() => Promise.reject(new Error('User rejected the request.')))
  await expect(moveAccount(nodeOf(parseEther('1')), refusing, ACCOUNTS)).rejects.toThrow('rejected')
  expect(refusing.setPreferredAccount).not.toHaveBeenCalled()
  const reverted = walletThat(() => Promise.resolve(HASH))
  await expect(moveAccount(nodeOf(parseEther('1'), '0x0'), reverted, ACCOUNTS)).rejects.toThrow(
    MoveRevertedError,
  )
  expect(reverted.setPreferredAccount).not.toHaveBeenCalled()
})
