import { isDeepStrictEqual } from 'node:util'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { isAddress } from 'viem'
import * as z from 'zod'
import type { MarketContract } from './market-contract.ts'

const StoredAddress = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))

/** A {@link MarketContract} as JSON, the same value. */
export const StoredContract: z.ZodType<MarketContract> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bullring'),
    predictionAddress: StoredAddress,
    oracleAddress: StoredAddress,
    schedule: z.object({
      genesisTimestamp: z.int().transform(toUnixSeconds),
      intervalSeconds: z.int(),
      strikeDelay: z.int(),
    }),
    // A leader of an earlier version has not stored it: no price is expected then.
    maxOracleDelay: z.int().default(0),
    settlementWindow: z.int(),
    maxPayoutMultiple: z.int(),
    // A leader of release 0.2 has not stored it.
    canPayOut: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('pancake-v2'), predictionAddress: StoredAddress }),
])

/** Returns whether two are the same market: equal but for facts that a leader of another version does not store. */
export function isSameContract(stored: MarketContract, own: MarketContract): boolean {
  return isDeepStrictEqual(lastingFacts(stored), lastingFacts(own))
}

function lastingFacts(contract: MarketContract): object {
  if (contract.kind !== 'bullring') return contract
  const { maxOracleDelay: _delay, canPayOut: _canPayOut, ...facts } = contract
  return facts
}
