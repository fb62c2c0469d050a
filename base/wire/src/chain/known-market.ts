import * as z from 'zod/mini'
import { ChecksumAddress } from '../fields.ts'
import { MARKET_KINDS } from './market-kind.ts'

/** A contract of the game, whose calls a wallet explains. */
export const KnownMarket = z.object({
  chainId: z.int().check(z.positive()),
  symbol: z.string(),
  kind: z.enum(MARKET_KINDS),
  prediction: ChecksumAddress,
})
export type KnownMarket = z.infer<typeof KnownMarket>
