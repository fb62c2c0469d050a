import { setTimeout as sleep } from 'node:timers/promises'
import type { PriceE8 } from '@bullring/prediction/units'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  http,
  stringToHex,
  toHex,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { callRpc } from '../chain/anvil.ts'
import { localChain } from '../chain/local-market.ts'
import { StackError } from '../errors.ts'
import { exchangeOf, exchangePlan, type LocalExchange } from './exchange-plan.ts'

export type OpenExchangeOptions = {
  rpcUrl: string
  chainId: number
  owner: HDAccount
  /** Receives tokens to trade with. */
  trader: Address
  /** Price of the coin at which its pools start, in USD. */
  coinPrice: PriceE8
  /** Mines a block; null for a chain that mines on its own. */
  mine: (() => Promise<unknown>) | null
}

const GAS_PRICE = 1_000_000_000n
const TIMEOUT_MS = 30_000

/** Sets up the local exchange where it is missing, also on a chain of an earlier version or a setup cut short. */
export async function openExchange(options: OpenExchangeOptions): Promise<LocalExchange> {
  const { rpcUrl, chainId, owner, trader, coinPrice, mine } = options
  const exchange = exchangeOf(owner.address)
  const chain = localChain(chainId, rpcUrl)
  const reader = createPublicClient({ chain, transport: http(rpcUrl) })
  const done = await reader.getTransactionCount({ address: owner.address })
  const plan = exchangePlan(owner.address, trader, coinPrice)
  const missing = plan.slice(done)
  if (missing.length === 0) return exchange
  const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
  for (const [index, { to = null, ...transaction }] of missing.entries()) {
    const fields = { ...transaction, to, nonce: done + index, gasPrice: GAS_PRICE }
    await wallet.sendTransaction({ ...fields, type: 'legacy' })
  }
  await untilMined(() => reader.getTransactionCount({ address: owner.address }), plan.length, mine)
  await requireRouter(reader, exchange)
  await nameWrappedCoin(rpcUrl, exchange.wrappedCoin)
  return exchange
}

async function untilMined(
  nonce: () => Promise<number>,
  expected: number,
  mine: OpenExchangeOptions['mine'],
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while ((await nonce()) < expected) {
    if (Date.now() > deadline) throw new StackError('The local exchange was not mined in time.')
    await (mine === null ? sleep(100) : mine())
  }
}

async function requireRouter(
  reader: { getCode: (where: { address: Address }) => Promise<unknown> },
  { router, tokens }: LocalExchange,
): Promise<void> {
  for (const address of [router, ...tokens.map((token) => token.address)]) {
    if ((await reader.getCode({ address })) === undefined) {
      throw new StackError(`The local exchange has no contract at ${address}.`)
    }
  }
}

/** The published contract calls itself Wrapped Ether; these two storage slots hold its name and symbol. */
async function nameWrappedCoin(rpcUrl: string, address: Address): Promise<void> {
  for (const [slot, text] of ['Wrapped BNB (local)', 'WBNB'].entries()) {
    const value = `${stringToHex(text, { size: 31 })}${toHex(text.length * 2, { size: 1 }).slice(2)}`
    await callRpc(rpcUrl, 'anvil_setStorageAt', [address, toHex(slot, { size: 32 }), value])
  }
}
