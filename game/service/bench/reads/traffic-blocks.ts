import { setInterval as repeat } from 'node:timers/promises'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import * as z from 'zod'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'

const writerAbi = parseAbi(['function push(int256 answer)'])
const BASE_PRICE = 60_000_000_000n
const STAKE_WEI = 10n ** 16n
const COINS_WEI = 10n ** 20n
/** Covers a bet, and an answer of the oracle. */
const GAS = numberToHex(500_000)

const Receipt = z.object({ status: z.string() })

/** Blocks that were mined, and those of them whose bet was accepted. */
export type MinedBlocks = { blocks: number; bets: number }

/** Mines a block each `everyMs` until `signal` aborts: an answer of the oracle, and a bet of the next of `bettors`. */
export async function mineTraffic(
  chain: TestChain,
  bettors: readonly Address[],
  everyMs: number,
  signal: AbortSignal,
): Promise<MinedBlocks> {
  const mined = { blocks: 0, bets: 0 }
  await chain.rpc('anvil_autoImpersonateAccount', [true])
  await chain.rpc('evm_setAutomine', [false])
  try {
    for await (const _ of repeat(everyMs, null, { signal })) {
      const bettor = bettors[mined.blocks % bettors.length]
      if (bettor === undefined) throw new TypeError('no one bets')
      if (await mineOne(chain, bettor, mined.blocks)) mined.bets += 1
      mined.blocks += 1
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return mined
}

/** Returns whether the bet of the block was accepted. */
async function mineOne(chain: TestChain, bettor: Address, turn: number): Promise<boolean> {
  const price = BASE_PRICE + BigInt(turn % 97) * 1_000_000n
  await send(chain, {
    from: localAccounts(0).oracle.address,
    to: chain.market.oracle,
    data: encodeFunctionData({ abi: writerAbi, functionName: 'push', args: [price] }),
  })
  const { timestamp } = await chain.client.getBlock()
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  const epoch = Math.floor((Number(timestamp) + 1 - genesisTimestamp) / intervalSeconds) + 1
  const functionName = turn % 2 === 0 ? 'betBull' : 'betBear'
  await chain.rpc('anvil_setBalance', [bettor, numberToHex(COINS_WEI)])
  const hash = await send(chain, {
    from: bettor,
    to: chain.market.prediction,
    data: encodeFunctionData({ abi: predictionAbi, functionName, args: [BigInt(epoch)] }),
    value: numberToHex(STAKE_WEI),
  })
  await chain.mine()
  const receipt = await chain.rpc('eth_getTransactionReceipt', [hash])
  return z.parse(Receipt, receipt).status === '0x1'
}

type Transaction = { from: Address; to: Address; data: Hex; value?: Hex }

async function send(chain: TestChain, transaction: Transaction): Promise<string> {
  return z.parse(z.string(), await chain.rpc('eth_sendTransaction', [{ ...transaction, gas: GAS }]))
}
