import type { Position } from '@bullring/prediction/payout'
import { type Address, encodeFunctionData, type Hex } from 'viem'

/** A call of a market's contract: `to`, `data` and `value` of a transaction. */
export type MarketCall = { to: Address; data: Hex; value: bigint }

const EPOCH = { name: 'epoch', type: 'uint256' } as const
const EPOCHS = { name: 'epochs', type: 'uint256[]' } as const
const METHOD = { type: 'function', outputs: [] } as const

/** The part of the contract's ABI that a player calls: all of it would be a tenth of this package. */
export const playerAbi = [
  { ...METHOD, name: 'betBull', inputs: [EPOCH], stateMutability: 'payable' },
  { ...METHOD, name: 'betBear', inputs: [EPOCH], stateMutability: 'payable' },
  { ...METHOD, name: 'claim', inputs: [EPOCHS], stateMutability: 'nonpayable' },
] as const

/** Method of the contract for a bet on each side. */
export const BET_FUNCTIONS = { bull: 'betBull', bear: 'betBear' } as const

/**
 * Encodes a bet of `amount` wei on the open round.
 *
 * @param market - Its contract: `prediction` of the market in `config.json`.
 */
export function betCall(
  market: Address,
  { position, epoch, amount }: { position: Position; epoch: bigint; amount: bigint },
): MarketCall {
  const functionName = BET_FUNCTIONS[position]
  const data = encodeFunctionData({ abi: playerAbi, functionName, args: [epoch] })
  return { to: market, data, value: amount }
}

/** Encodes the call that collects the payouts and refunds of rounds. */
export function claimCall(market: Address, epochs: readonly bigint[]): MarketCall {
  const data = encodeFunctionData({
    abi: playerAbi,
    functionName: 'claim',
    args: [[...epochs]],
  })
  return { to: market, data, value: 0n }
}
