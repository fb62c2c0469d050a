import { KnownMarket } from '@bullring/wire/chain/known-market'
import * as z from 'zod/mini'
import { SocialProvider } from '../social-provider.ts'

/** Query of GET /config.json. Without a project the response has no origins: pages that no app embeds. */
export const FrameConfigQuery = z.object({
  projectId: z.optional(z.string().check(z.maxLength(64))),
})

/** GET /config.json: what the frame needs to know about its installation. */
export const FrameConfig = z.object({
  /** Origins of the apps of this project: the frame exchanges messages with them only. */
  origins: z.array(z.string()),
  /** Base URL of the vault, without a slash at the end. */
  vaultUrl: z.string(),
  /** Sites to log in with. The frame sends visitors to these pages only, whatever the vault says. */
  socials: z.array(
    z.object({
      provider: SocialProvider,
      authorizeUrl: z.url(),
      clientId: z.string(),
      /** Whether the login ends with an ID token, which names the device (see `loginNonce`). */
      hasIdToken: z.boolean(),
    }),
  ),
  /** Whether users can log in with Farcaster. */
  hasFarcaster: z.boolean(),
  /** The first one is used until an app selects another. */
  chains: z
    .array(
      z.object({
        id: z.int().check(z.positive()),
        name: z.string(),
        nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
        /** Base URL of the block explorer, null where there is none. */
        explorerUrl: z.nullable(z.string()),
      }),
    )
    .check(z.minLength(1)),
  /** Chains on which a wallet has a smart account too. */
  smartAccountChainIds: z.array(z.int().check(z.positive())),
  /** Contracts of the game, whose calls the approval view explains. */
  markets: z.array(KnownMarket),
})
/** @see FrameConfig */
export type FrameConfig = z.infer<typeof FrameConfig>

/**
 * POST /core/rpc?chainId=: JSON-RPC of a chain, forwarded to the wallet service; the only operation without a device's
 * signature. Reads and `eth_sendRawTransaction` only. See `blockchain-api/json-rpc.ts` for query, body and reply.
 */
export const FRAME_RPC_PATH = '/core/rpc'
