import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { currentEpoch, roundTimes, type Schedule, strikeTime } from '@bullring/prediction/schedule'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { callRpc } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { type LocalMarket, localChain } from '@bullring/stack/chain/local-market'
import { mineAt } from '@bullring/stack/replay/warp'
import { expect } from '@playwright/test'
import { createPublicClient, createWalletClient, http, type PublicClient, parseAbi } from 'viem'
import { readStack } from '../stack/described-stack.ts'
import { mineSoon } from './mine-soon.ts'

/** Moves time and prices of the chain under test. */
export type ChainDriver = {
  rpcUrl: string
  market: LocalMarket
  schedule: Schedule
  client: PublicClient
  openEpoch: () => Promise<number>
  /** Moves time to the second at which the open round locks. The oracle reports nothing. */
  reachLock: () => Promise<void>
  /** Moves time to the strike time of the newest lock. The oracle reports nothing. */
  reachStrike: () => Promise<void>
  /** Makes the oracle report a price (8 decimals) now. */
  pushPrice: (price: bigint) => Promise<void>
  /** Moves time to the strike time of the open round and makes the oracle report its first price there. */
  lockOpenRound: (price: bigint) => Promise<void>
  /** Moves time to the lock of a later round. The oracle reports nothing for those between. */
  skipRounds: (count: number) => Promise<void>
  /** Waits until the keeper has settled the strike of `epoch` at this price. */
  untilSettled: (epoch: number, price: bigint) => Promise<void>
}

const CHAIN_ID = 31_337
/** State of a settled strike in the contract. */
const SETTLED = 1
const POLL_MS = 100
const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])

/** Connects to the chain of the project's stack. */
export async function openChainDriver(): Promise<ChainDriver> {
  return driveChain(await readStack())
}

type DrivenMarket = Pick<ChainDriver, 'rpcUrl' | 'market' | 'schedule'>

/** Drives one market of a chain. Times are the chain's. */
export function driveChain({ rpcUrl, market, schedule }: DrivenMarket): ChainDriver {
  const chain = localChain(CHAIN_ID, rpcUrl)
  const transport = http(rpcUrl)
  const client = createPublicClient({ chain, transport, pollingInterval: POLL_MS })
  const oracle = createWalletClient({ chain, transport, account: localAccounts(0).oracle })
  const chainTime = async () => toUnixSeconds((await client.getBlock()).timestamp)
  const openEpoch = async () => Number(currentEpoch(schedule, await chainTime()))
  const lockOf = (epoch: number) => roundTimes(schedule, toEpoch(epoch)).lockTimestamp

  async function reachLock(): Promise<void> {
    await mineAt(rpcUrl, lockOf(await openEpoch()))
  }

  async function reachStrike(): Promise<void> {
    const strike = strikeTime(schedule, toEpoch((await openEpoch()) - 1))
    if ((await chainTime()) < strike) await mineAt(rpcUrl, strike)
  }

  async function pushPrice(price: bigint): Promise<void> {
    const call = { address: market.oracle, abi: feedAbi, functionName: 'push' } as const
    const hash = await oracle.writeContract({ ...call, args: [price] })
    await mineSoon(rpcUrl)
    await client.waitForTransactionReceipt({ hash })
  }

  /** The settled price of `epoch`; undefined before. */
  async function strikePrice(epoch: number): Promise<bigint | undefined> {
    const [price, , , state] = await client.readContract({
      address: market.prediction,
      abi: predictionAbi,
      functionName: 'strikes',
      args: [BigInt(epoch)],
    })
    return state === SETTLED ? price : undefined
  }

  return {
    rpcUrl,
    market,
    schedule,
    client,
    openEpoch,
    reachLock,
    reachStrike,
    pushPrice,
    lockOpenRound: async (price) => {
      await reachLock()
      await reachStrike()
      await pushPrice(price)
    },
    skipRounds: async (count) => {
      await mineAt(rpcUrl, lockOf((await openEpoch()) + count))
    },
    untilSettled: (epoch, price) =>
      expect.poll(() => strikePrice(epoch), { intervals: [POLL_MS] }).toBe(price),
  }
}

/** Sets an account's balance, in wei. */
export async function setBalance(rpcUrl: string, address: string, wei: bigint): Promise<void> {
  await callRpc(rpcUrl, 'anvil_setBalance', [address, `0x${wei.toString(16)}`])
}
