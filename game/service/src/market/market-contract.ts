import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Address } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import type { BullringContract } from '../chain/read-bullring-contract.ts'
import { readBullringContract } from '../chain/read-bullring-contract.ts'
import type { PancakeContract } from '../chain/read-pancake-contract.ts'
import { readPancakeContract } from '../chain/read-pancake-contract.ts'

/** Facts of a market's contract that cannot change, read before its logs. */
export type MarketContract = BullringContract | PancakeContract

/**
 * Reads the contract of the configured market.
 *
 * @throws {NoMarketError} when the address holds no contract of that kind.
 * @throws {ChainUnreachableError} when the endpoint does not respond.
 */
export function readMarketContract(
  client: ChainClient,
  market: { kind: MarketKind; predictionAddress: Address },
): Promise<MarketContract> {
  return market.kind === 'bullring'
    ? readBullringContract(client, market.predictionAddress)
    : readPancakeContract(client, market.predictionAddress)
}
