import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { type Epoch, toPriceE8, toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { type Anvil, callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { type LocalAccounts, localAccounts } from '@bullring/stack/chain/local-accounts'
import { deployLocalMarket, type LocalMarket, localChain } from '@bullring/stack/chain/local-market'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hash,
  type Hex,
  http,
  numberToHex,
  parseAbi,
} from 'viem'
import * as z from 'zod/mini'
import type { LedgerTerms } from './ledger.ts'

export const CHAOS_CHAIN_ID = 31_337
const GENESIS = 1_750_000_000
const INTERVAL_SECONDS = 300
const STRIKE_DELAY = 5
const MAX_PAYOUT_MULTIPLE = 2_000
const ACCOUNTS = 36
export const START_BALANCE = 10n ** 24n
/** Reorgs reach no deeper, so blocks before the first round never change. */
const DEPTH_LIMIT = 64
const ATTEMPTS = 8
/** More than a thousand rounds need. */
const MAX_BLOCKS = 100_000
/** A machine may stand still for minutes. A transaction whose receipt is lost would be missing in the ledger. */
const RPC_TIMEOUT_MS = 900_000
const PHASE = 1n << 64n

const Receipt = z.object({
  transactionHash: z.custom<Hash>(),
  blockNumber: z.string(),
  status: z.string(),
})
const Block = z.object({ timestamp: z.string(), number: z.string() })

const feedAbi = parseAbi(['function push(int256 answer)'])

/** A transaction that was mined. */
type Mined = { hash: Hash; block: number; isSuccess: boolean }

/** A local chain with one market, whose clock and blocks the test moves. */
export type ChaosChain = ReturnType<typeof actionsOn> & {
  anvil: Anvil
  market: LocalMarket
  terms: LedgerTerms
  keeperKey: LocalAccounts['keeper']
  players: readonly Address[]
  client: ReturnType<typeof clientOf>
  firstAnswer: OracleRound & { block: number }
}

/** Starts a chain, deploys the market, and funds the players' accounts, which need no keys. */
export async function startChaosChain(): Promise<ChaosChain> {
  const anvil = await startAnvil({
    chainId: CHAOS_CHAIN_ID,
    blockSeconds: null,
    genesisTimestamp: GENESIS - 1_000,
    statesInMemory: MAX_BLOCKS,
  })
  const { rpcUrl } = anvil
  const accounts = localAccounts(0)
  const schedule = {
    genesisTimestamp: toUnixSeconds(GENESIS),
    intervalSeconds: INTERVAL_SECONDS,
    strikeDelay: STRIKE_DELAY,
  }
  const market = await deployLocalMarket({
    rpcUrl,
    chainId: CHAOS_CHAIN_ID,
    owner: accounts.owner,
    oracleWriter: accounts.oracle.address,
    ...schedule,
    maxPayoutMultiple: MAX_PAYOUT_MULTIPLE,
  })
  await callRpc(rpcUrl, 'anvil_autoImpersonateAccount', [true])
  const players = Array.from({ length: ACCOUNTS }, (_, index) =>
    numberToHex(0xb0_11_00_00 + index, { size: 20 }),
  )
  for (const player of players)
    await callRpc(rpcUrl, 'anvil_setBalance', [player, numberToHex(START_BALANCE)])
  const actions = actionsOn(rpcUrl, market, accounts.oracle.address)
  const mined = await actions.push(60_000_000_000n, toUnixSeconds(GENESIS - 100))
  await callRpc(rpcUrl, 'anvil_mine', [numberToHex(DEPTH_LIMIT + 6)])
  return {
    ...actions,
    anvil,
    market,
    keeperKey: accounts.keeper,
    players,
    client: clientOf(rpcUrl),
    firstAnswer: {
      id: PHASE + 1n,
      price: toPriceE8(60_000_000_000n),
      updatedAt: await actions.timeOf(mined.block),
      block: mined.block,
    },
    terms: {
      schedule,
      maxOracleDelay: INTERVAL_SECONDS,
      settlementWindow: 86_400,
      treasuryFee: 300,
      maxPayoutMultiple: MAX_PAYOUT_MULTIPLE,
    },
  }
}

function clientOf(rpcUrl: string) {
  const transport = http(rpcUrl, { timeout: RPC_TIMEOUT_MS })
  return createPublicClient({ chain: localChain(CHAOS_CHAIN_ID, rpcUrl), transport })
}

function actionsOn(rpcUrl: string, market: LocalMarket, oracle: Address) {
  const rpc = (method: string, params: readonly unknown[] = []) =>
    callRpc(rpcUrl, method, params, RPC_TIMEOUT_MS)
  const head = async () => {
    const { timestamp, number } = z.parse(
      Block,
      await rpc('eth_getBlockByNumber', ['latest', false]),
    )
    return { block: Number(number), time: toUnixSeconds(Number(timestamp)) }
  }
  /** A keeper's transaction may be mined in between, at a later time. */
  const moveTo = async (time: UnixSeconds) => {
    for (let attempt = 1; ; attempt += 1) {
      const at = Math.max(time, (await head()).time + 1)
      try {
        return await rpc('evm_setNextBlockTimestamp', [at])
      } catch (error) {
        if (attempt === ATTEMPTS) throw error
      }
    }
  }
  const send = async (from: Address, to: Address, data: Hex, value = 0n): Promise<Mined> => {
    const fields = { from, to, data, value: numberToHex(value), gas: '0x200000', gasPrice: '0x0' }
    const receipt = z.parse(Receipt, await rpc('eth_sendTransactionSync', [fields]))
    const { transactionHash: hash, blockNumber, status } = receipt
    return { hash, block: Number(blockNumber), isSuccess: status === '0x1' }
  }
  const { prediction } = market
  return {
    rpc,
    head,
    moveTo,
    timeOf: async (block: number) => {
      const found = z.parse(Block, await rpc('eth_getBlockByNumber', [numberToHex(block), false]))
      return toUnixSeconds(Number(found.timestamp))
    },
    bet: async (player: Address, epoch: Epoch, position: Position, amount: bigint) => {
      const functionName = position === 'bull' ? 'betBull' : 'betBear'
      const data = encodeFunctionData({ abi: predictionAbi, functionName, args: [epoch] })
      return await send(player, prediction, data, amount)
    },
    claim: async (player: Address, epochs: readonly Epoch[]) => {
      const call = { abi: predictionAbi, functionName: 'claim', args: [epochs] } as const
      return await send(player, prediction, encodeFunctionData(call))
    },
    push: async (price: bigint, time: UnixSeconds) => {
      await moveTo(time)
      const data = encodeFunctionData({ abi: feedAbi, functionName: 'push', args: [price] })
      return await send(oracle, market.oracle, data)
    },
    mine: (blocks: number) => rpc('anvil_mine', [numberToHex(blocks)]),
    /**
     * Replaces the newest blocks by empty ones. Transactions in them are gone.
     *
     * @returns The newest block that remains.
     */
    reorg: async (depth: number): Promise<number> => {
      await rpc('evm_setAutomine', [false])
      try {
        const { block } = await head()
        await rpc('anvil_reorg', [depth, []])
        return block - depth
      } finally {
        await rpc('evm_setAutomine', [true])
      }
    },
  }
}
