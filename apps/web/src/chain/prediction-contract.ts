import type { Position } from '@bullring/prediction/payout'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import type { Address, Hash } from 'viem'
import type { Config } from 'wagmi'
import { readContract, simulateContract, writeContract } from 'wagmi/actions'
import { waitUntilMined } from './wait-until-mined.ts'

/** Where the market's contract is. */
export type Market = { prediction: Address; chainId: number }

/** A bet that is about to be sent. */
export type BetOrder = { account: Address; epoch: Epoch; position: Position; amount: Wei }

/** Learns the hash as soon as the wallet has sent the transaction, before it is on the chain. */
type OnSent = (hash: Hash) => void

const BET_FUNCTIONS = { bull: 'betBull', bear: 'betBear' } as const

/**
 * Sends a bet and waits until it is on the chain.
 *
 * It is simulated first: a revert then costs nothing and says why. Fails as {@link waitUntilMined} does.
 */
export async function placeBet(
  config: Config,
  market: Market,
  bet: BetOrder,
  onSent?: OnSent,
): Promise<Hash> {
  const functionName = BET_FUNCTIONS[bet.position]
  const { request } = await simulateContract(config, {
    abi: predictionAbi,
    address: market.prediction,
    chainId: market.chainId,
    account: bet.account,
    functionName,
    args: [bet.epoch],
    value: bet.amount,
  })
  const hash = await writeContract(config, request)
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  return await waitUntilMined(client, { hash, functionName })
}

/** Collects winnings and refunds of `epochs` in one transaction and waits for it. */
export async function claimEpochs(
  config: Config,
  market: Market,
  { account, epochs }: { account: Address; epochs: readonly Epoch[] },
  onSent?: OnSent,
): Promise<Hash> {
  const { request } = await simulateContract(config, {
    abi: predictionAbi,
    address: market.prediction,
    chainId: market.chainId,
    account,
    functionName: 'claim',
    args: [[...epochs]],
  })
  const hash = await writeContract(config, request)
  onSent?.(hash)
  const client = config.getClient({ chainId: market.chainId })
  return await waitUntilMined(client, { hash, functionName: 'claim' })
}

/** What the contract's owner may change: the smallest bet, and whether bets are taken at all. */
export type BetTerms = { minimum: Wei; isPaused: boolean }

export async function readBetTerms(config: Config, market: Market): Promise<BetTerms> {
  const { prediction: address, chainId } = market
  const contract = { abi: predictionAbi, address, chainId } as const
  const [minimum, isPaused] = await Promise.all([
    readContract(config, { ...contract, functionName: 'minBetAmount' }),
    readContract(config, { ...contract, functionName: 'paused' }),
  ])
  return { minimum: toWei(minimum), isPaused }
}
