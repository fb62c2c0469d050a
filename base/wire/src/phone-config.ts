import * as z from 'zod/mini'
import { KnownMarket } from './chain/known-market.ts'

/** GET /config.json of the test wallet: what its page needs to know about its installation. */
export const PhoneConfig = z.object({
  /** Local chains only, the game's first. */
  chains: z
    .array(
      z.object({
        id: z.int().check(z.positive()),
        name: z.string(),
        nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
        /** Path of the chain's JSON-RPC. */
        rpcUrl: z.string(),
        /** Path at which accounts get coins; null where there are none to get. */
        faucetUrl: z.nullable(z.string()),
      }),
    )
    .check(z.minLength(1)),
  /** Relay of the WalletConnect protocol, "ws://...". */
  relayUrl: z.string(),
  /** Identifies the page to the relay. */
  projectId: z.string(),
  /** Contracts of the game, whose calls the wallet explains. */
  markets: z.array(KnownMarket),
})
export type PhoneConfig = z.infer<typeof PhoneConfig>
