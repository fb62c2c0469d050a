import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Schedule } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import { callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { type LocalAccounts, localAccounts } from '@bullring/stack/chain/local-accounts'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import { deployLocalMarket } from '@bullring/stack/chain/local-market'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { pino } from 'pino'
import type { Address, Hash, Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod/mini'
import type { ChainClient } from '../../chain/chain-client.ts'
import { createChainClient } from '../../chain/chain-client.ts'

export const TEST_CHAIN_ID = 31_337

/** Calls of accounts to one market. */
export type MarketActions = {
  bet: (trader: Address, epoch: number, position: Position, amount: bigint) => Promise<Hash>
  claim: (trader: Address, epochs: readonly number[]) => Promise<Hash>
  settle: (epoch: number, oracleRoundId: bigint) => Promise<Hash>
  /** Announces another treasury fee, in basis points. */
  setFee: (fee: number) => Promise<Hash>
  /** Writes an answer of the oracle in a separate block at `timestamp`. */
  push: (price: bigint, timestamp: number) => Promise<Hash>
}

/** A market on a real local chain whose clock only the test moves. */
export type TestChain = MarketActions & {
  kind: MarketKind
  rpcUrl: string
  client: ChainClient
  market: LocalMarket
  schedule: Schedule
  /** Accounts the node signs for: the traders. */
  traders: readonly Address[]
  /** Sets the time of the next block. */
  at: (timestamp: number) => Promise<void>
  mine: (blocks?: number) => Promise<void>
  /** Markets besides `market` that were deployed at the start. */
  others: readonly LocalMarket[]
  /** Deploys a second market. */
  deployAgain: () => Promise<LocalMarket>
  /** Returns the same actions on another market of this chain. */
  on: (market: LocalMarket) => MarketActions
  rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>
  stop: () => Promise<void>
}

/** Public key material: account 2 of the local chain's well-known mnemonic. */
export const TEST_KEEPER_KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

/** Default start of round 1. */
const GENESIS = 1_750_000_000
const INTERVAL_SECONDS = 300

const Receipt = z.object({ transactionHash: z.custom<Hash>(), status: z.string() })

const writerAbi = parseAbi(['function push(int256 answer)'])

/** Starts a chain, deploys feed and market, and stops its clock at the start of round 1. */
export async function startTestChain({
  genesis = GENESIS,
  strikeDelay = 0,
  maxPayoutMultiple = 0,
  markets = 1,
} = {}): Promise<TestChain> {
  const { rpcUrl, child } = await startAnvil({
    chainId: TEST_CHAIN_ID,
    blockSeconds: null,
    genesisTimestamp: genesis - 1_000,
  })
  const stop = () => child.stop(0)
  try {
    return {
      ...(await playableChain(rpcUrl, { genesis, strikeDelay, maxPayoutMultiple, markets })),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type MarketOptions = {
  genesis: number
  strikeDelay: number
  maxPayoutMultiple: number
  markets: number
}

async function playableChain(
  rpcUrl: string,
  { genesis, strikeDelay, maxPayoutMultiple, markets }: MarketOptions,
): Promise<Omit<TestChain, 'stop'>> {
  const accounts = localAccounts(4)
  const schedule = {
    genesisTimestamp: toUnixSeconds(genesis),
    intervalSeconds: INTERVAL_SECONDS,
    strikeDelay,
  }
  const deploy = () =>
    deployLocalMarket({
      rpcUrl,
      chainId: TEST_CHAIN_ID,
      owner: accounts.owner,
      oracleWriter: accounts.oracle.address,
      ...schedule,
      maxPayoutMultiple,
    })
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(rpcUrl, method, params)
  // Chains with the same options have the same blocks, however long the deployment takes.
  await rpc('anvil_setBlockTimestampInterval', [1])
  const market = await deploy()
  const others: LocalMarket[] = []
  while (others.length < markets - 1) others.push(await deploy())
  const client = createChainClient(
    { id: TEST_CHAIN_ID, name: 'test', coin: 'BNB', rpcUrls: [rpcUrl], timeoutMs: 10_000 },
    pino({ level: 'silent' }),
  )
  const send = (from: Address, to: Address, data: Hex, value = 0n) => {
    const transaction = { from, to, data, value: `0x${value.toString(16)}`, gas: '0x200000' }
    return sendMined(rpc, transaction)
  }
  const at = async (timestamp: number) => {
    await rpc('evm_setNextBlockTimestamp', [timestamp])
  }
  await at(genesis)
  await rpc('evm_mine')
  await rpc('anvil_removeBlockTimestampInterval')
  const on = (other: LocalMarket) => actionsOn(other, { accounts, send, at })
  return {
    kind: 'bullring',
    rpcUrl,
    client,
    market,
    schedule,
    traders: accounts.traders.map(({ address }) => address),
    ...on(market),
    on,
    others,
    at,
    mine: async (blocks = 1) => {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    deployAgain: deploy,
    rpc,
  }
}

type ActionDeps = {
  accounts: LocalAccounts
  send: (from: Address, to: Address, data: Hex, value?: bigint) => Promise<Hash>
  at: (timestamp: number) => Promise<void>
}

function actionsOn(market: LocalMarket, { accounts, send, at }: ActionDeps): MarketActions {
  const play = (
    from: Address,
    call: Parameters<typeof encodeFunctionData<typeof predictionAbi>>[0],
    value?: bigint,
  ) => send(from, market.prediction, encodeFunctionData(call), value)
  const owner = accounts.owner.address
  return {
    bet: (trader, epoch, position, amount) => {
      const functionName = position === 'bull' ? 'betBull' : 'betBear'
      const call = { abi: predictionAbi, functionName, args: [BigInt(epoch)] } as const
      return play(trader, call, amount)
    },
    claim: (trader, epochs) =>
      play(trader, { abi: predictionAbi, functionName: 'claim', args: [epochs.map(BigInt)] }),
    settle: (epoch, id) =>
      play(owner, { abi: predictionAbi, functionName: 'settle', args: [BigInt(epoch), id] }),
    setFee: (fee) =>
      play(owner, { abi: predictionAbi, functionName: 'setTreasuryFee', args: [BigInt(fee)] }),
    push: async (price, timestamp) => {
      await at(timestamp)
      const data = encodeFunctionData({ abi: writerAbi, functionName: 'push', args: [price] })
      return send(accounts.oracle.address, market.oracle, data)
    },
  }
}

/** Sends a transaction of an account the node signs for, and returns once it is mined. */
export async function sendMined(rpc: TestChain['rpc'], transaction: object): Promise<Hash> {
  const { transactionHash, status } = z.parse(
    Receipt,
    await rpc('eth_sendTransactionSync', [transaction]),
  )
  if (status !== '0x1') throw new Error(`Reverted: ${transactionHash}`)
  return transactionHash
}
