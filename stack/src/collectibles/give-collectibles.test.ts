import { createPublicClient, createWalletClient, http, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../chain/anvil.ts'
import { localAccounts } from '../chain/local-accounts.ts'
import { localChain } from '../chain/local-market.ts'
import { giveCollectibles } from './give-collectibles.ts'
import { openCollectibles } from './open-collectibles.ts'

const CHAIN_ID = 31_337
const NEWCOMER = '0x000000000000000000000000000000000000bEEF'
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])

let anvil: Anvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
})
afterAll(() => anvil.child.stop(0))

test('gives one collectible to each account that the faucet pays, also over several runs', async () => {
  const { rpcUrl } = anvil
  const { collectibles: owner, faucet } = localAccounts(0)
  const collection = await openCollectibles({ rpcUrl, chainId: CHAIN_ID, owner })
  expect(await openCollectibles({ rpcUrl, chainId: CHAIN_ID, owner })).toBe(collection)
  const chain = localChain(CHAIN_ID, rpcUrl)
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  const payer = createWalletClient({ account: faucet, chain, transport: http(rpcUrl) })
  const held = () =>
    reader.readContract({ address: collection, abi, functionName: 'balanceOf', args: [NEWCOMER] })

  for (const payments of [1, 2]) {
    const stopping = new AbortController()
    const failures: unknown[] = []
    const options = { rpcUrl, chainId: CHAIN_ID, collection, owner, faucet: faucet.address }
    const report = (error: unknown) => failures.push(error)
    const giving = giveCollectibles({ ...options, pollMs: 10 }, report, stopping.signal)
    for (let count = 0; count < payments; count += 1) {
      const hash = await payer.sendTransaction({ to: NEWCOMER, value: parseEther('1') })
      await reader.waitForTransactionReceipt({ hash })
    }
    await expect.poll(held).toBe(1n)
    // Later payments are seen too, once those before them are.
    const other = `0x${String(payments).repeat(40)}` as const
    await payer.sendTransaction({ to: other, value: 1n })
    const args = { address: collection, abi } as const
    await expect
      .poll(() => reader.readContract({ ...args, functionName: 'balanceOf', args: [other] }), {
        timeout: 30_000,
      })
      .toBe(1n)
    stopping.abort()
    await giving
    expect(failures).toEqual([])
  }
  expect(await held()).toBe(1n)
})
