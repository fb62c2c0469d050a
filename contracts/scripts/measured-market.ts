import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { mockPriceFeedAbi } from '@bullring/prediction/price-feed-abi'
import type { Address, Hex } from 'viem'
import { encodeFunctionData } from 'viem'
import { deployPrediction } from '../deploy/deploy-prediction.ts'
import { deployPriceFeed } from '../deploy/deploy-price-feed.ts'
import type { ClockedChain } from './clocked-chain.ts'

export type Side = 'bull' | 'bear'

/** A market with a flat price feed. Every call mines one transaction and resolves to the gas it used. */
export type MeasuredMarket = {
  deployGas: bigint
  /** Bets 1 BNB, ten seconds into the round at the earliest. */
  bet: (player: Address, side: Side, epoch: bigint) => Promise<bigint>
  settle: (epoch: bigint, oracleRoundId: bigint) => Promise<bigint>
  executeRound: () => Promise<bigint>
  claim: (player: Address, epochs: readonly bigint[]) => Promise<bigint>
  /** Writes the oracle's next answer, `delay` seconds after the lock of `epoch`, and resolves to its id. */
  answer: (epoch: bigint, price: bigint, delay?: bigint) => Promise<bigint>
  moveToLock: (epoch: bigint) => void
  moveBehindWindow: (epoch: bigint) => void
}

/** A first answer later than this voids a strike. */
export const MAX_ORACLE_DELAY = 120n
const INTERVAL = 300n
const SETTLEMENT_WINDOW = 86_400n
const STAKE = 10n ** 18n
const PHASE_ONE = 1n << 64n

/** Creates a market whose oracle has two answers from before its first round. */
export async function createMeasuredMarket(chain: ClockedChain): Promise<MeasuredMarket> {
  const owner = chain.account(0).address
  await chain.setTime()
  const feed = await deployPriceFeed({ ...chain.clients, owner })
  const genesis = chain.now() + 60n
  const settings = {
    oracle: feed.address,
    owner,
    genesisTimestamp: genesis,
    intervalSeconds: INTERVAL,
    maxOracleDelay: MAX_ORACLE_DELAY,
    settlementWindow: SETTLEMENT_WINDOW,
    minBetAmount: 1n,
    treasuryFee: 300n,
  }
  await chain.setTime()
  const { address, transactionHash } = await deployPrediction({ ...chain.clients, settings })
  const { gasUsed } = await chain.clients.publicClient.getTransactionReceipt({
    hash: transactionHash,
  })
  const lockOf = (epoch: bigint) => genesis + epoch * INTERVAL

  let oracleRounds = 0n
  async function push(price: bigint): Promise<bigint> {
    const data = encodeFunctionData({ abi: mockPriceFeedAbi, functionName: 'push', args: [price] })
    await chain.send({ from: owner, to: feed.address, data })
    oracleRounds += 1n
    return PHASE_ONE | oracleRounds
  }
  chain.moveTo(genesis)
  await push(1n)
  await push(1n)

  const call = (from: Address, data: Hex, value = 0n) =>
    chain.send({ from, to: address, data, value })
  return {
    deployGas: gasUsed,
    bet: (player, side, epoch) => {
      chain.moveTo(lockOf(epoch - 1n) + 10n)
      return call(player, betData(side, epoch), STAKE)
    },
    settle: (epoch, id) => call(owner, settleData(epoch, id)),
    executeRound: () => call(owner, executeRoundData),
    claim: (player, epochs) => call(player, claimData(epochs)),
    answer: (epoch, price, delay = 5n) => {
      chain.moveTo(lockOf(epoch) + delay)
      return push(price)
    },
    moveToLock: (epoch) => chain.moveTo(lockOf(epoch)),
    moveBehindWindow: (epoch) => chain.moveTo(lockOf(epoch) + SETTLEMENT_WINDOW + 1n),
  }
}

const executeRoundData = encodeFunctionData({ abi: predictionAbi, functionName: 'executeRound' })

function betData(side: Side, epoch: bigint): Hex {
  const functionName = side === 'bull' ? 'betBull' : 'betBear'
  return encodeFunctionData({ abi: predictionAbi, functionName, args: [epoch] })
}

function settleData(epoch: bigint, oracleRoundId: bigint): Hex {
  const args = [epoch, oracleRoundId] as const
  return encodeFunctionData({ abi: predictionAbi, functionName: 'settle', args })
}

function claimData(epochs: readonly bigint[]): Hex {
  return encodeFunctionData({ abi: predictionAbi, functionName: 'claim', args: [epochs] })
}
