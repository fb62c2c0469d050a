import { readFile } from 'node:fs/promises'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { currentEpoch, roundTimes, type Schedule } from '@bullring/prediction/schedule'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { callRpc } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { type LocalMarket, localChain } from '@bullring/stack/chain/local-market'
import { mineAt } from '@bullring/stack/replay/warp'
import {
  createPublicClient,
  createWalletClient,
  type Hash,
  http,
  type PublicClient,
  parseAbi,
} from 'viem'
import { stackFileOf, worker } from './stack-file.ts'

/** The test's hand on the chain under test: it moves time and prices. */
export type ChainDriver = {
  rpcUrl: string
  market: LocalMarket
  schedule: Schedule
  client: PublicClient
  openEpoch: () => Promise<number>
  secondsToLock: () => Promise<number>
  /** Goes to the second at which the open round locks; the oracle is silent. */
  reachLock: () => Promise<void>
  /** The oracle answers now. */
  answer: (price: bigint) => Promise<void>
  /** Goes to the second at which the open round locks and gives the oracle's first answer there. */
  lockOpenRound: (price: bigint) => Promise<void>
  /** The strike of `epoch` once the keeper has settled it; undefined before. */
  strikePrice: (epoch: number) => Promise<bigint | undefined>
}

const CHAIN_ID = 31_337
const FIXED = 1
const feedAbi = parseAbi(['function push(int256 answer) returns (uint80)'])

export async function openChainDriver(): Promise<ChainDriver> {
  const text = await readFile(stackFileOf(worker), 'utf8')
  const { rpcUrl, market, schedule } = JSON.parse(text) as Pick<
    ChainDriver,
    'rpcUrl' | 'market' | 'schedule'
  >
  const chain = localChain(CHAIN_ID, rpcUrl)
  const transport = http(rpcUrl)
  const client = createPublicClient({ chain, transport, pollingInterval: 100 })
  const oracle = createWalletClient({ chain, transport, account: localAccounts(0).oracle })
  const chainTime = async () => toUnixSeconds((await client.getBlock()).timestamp)
  const openEpoch = async () => Number(currentEpoch(schedule, await chainTime()))
  const lockOf = (epoch: number) => roundTimes(schedule, toEpoch(epoch)).lockTimestamp

  async function mined(hash: Hash): Promise<void> {
    await client.waitForTransactionReceipt({ hash })
  }

  async function reachLock(): Promise<void> {
    await mineAt(rpcUrl, lockOf(await openEpoch()))
  }

  async function answer(price: bigint): Promise<void> {
    const call = { address: market.oracle, abi: feedAbi, functionName: 'push' } as const
    await mined(await oracle.writeContract({ ...call, args: [price] }))
  }

  return {
    rpcUrl,
    market,
    schedule,
    client,
    openEpoch,
    secondsToLock: async () => lockOf(await openEpoch()) - (await chainTime()),
    reachLock,
    answer,
    lockOpenRound: async (price) => {
      await reachLock()
      await answer(price)
    },
    strikePrice: async (epoch) => {
      const [price, , , state] = await client.readContract({
        address: market.prediction,
        abi: predictionAbi,
        functionName: 'strikes',
        args: [BigInt(epoch)],
      })
      return state === FIXED ? price : undefined
    },
  }
}

/** Gives an account coins, as if it had always had them. */
export async function setBalance(rpcUrl: string, address: string, wei: bigint): Promise<void> {
  await callRpc(rpcUrl, 'anvil_setBalance', [address, `0x${wei.toString(16)}`])
}
