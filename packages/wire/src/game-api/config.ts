import * as z from 'zod/mini'
import { ChecksumAddress, TimestampField } from '../fields.ts'

/**
 * Whether visitors are asked to sign in with their wallet (EIP-4361): never, with the choice to play
 * without, or as a condition of staying connected.
 */
export const SIGN_IN_MODES = ['off', 'optional', 'required'] as const

/** GET /config.json: all the web app needs to know of the place it runs at. */
export const AppConfig = z.object({
  chain: z.object({
    id: z.int().check(z.positive()),
    name: z.string(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
    /** Absolute URLs, or paths of the same origin such as "/rpc". */
    rpcUrls: z.array(z.string()),
    /** Base URL of the block explorer, null where there is none. */
    explorerUrl: z.nullable(z.string()),
  }),
  markets: z.object({
    BNB: z.object({
      /** Rounds that follow the clock, or those of a PancakePredictionV2 contract. */
      kind: z.enum(['bullring', 'pancake-v2']),
      prediction: ChecksumAddress,
      oracle: ChecksumAddress,
      /** Start of round 1; 0 where nobody has started it yet. */
      genesisTimestamp: TimestampField,
      intervalSeconds: z.int().check(z.positive()),
      /** Seconds after its due time in which a price can still be settled, else stakes come back. */
      settlementWindow: z.int().check(z.positive()),
    }),
  }),
  telegramUrl: z.nullable(z.string()),
  walletServicesUrl: z.nullable(z.string()),
  frameUrl: z.nullable(z.string()),
  /** Relay of the WalletConnect protocol, "wss://...". */
  relayUrl: z.nullable(z.string()),
  /** What the page calls itself at the wallet service and at the relay. */
  projectId: z.string(),
  /** Sessions are those of the wallet service: without one it is "off". */
  signIn: z.enum(SIGN_IN_MODES),
  features: z.object({
    /** Wallet kept in the browser and a faucet: on a local chain only. */
    burnerWallet: z.boolean(),
    faucet: z.boolean(),
    /** True where prices are a replay of recorded rounds: the page must say so. */
    replayedPrices: z.boolean(),
  }),
})
/** @see AppConfig */
export type AppConfig = z.infer<typeof AppConfig>
