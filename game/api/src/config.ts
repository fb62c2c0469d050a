import { SOCIAL_ACCOUNTS } from '@bullring/login-api/social-accounts'
import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { ChecksumAddress, EpochField, TimestampField } from '@bullring/wire/fields'
import { ProductBuild } from '@bullring/wire/http/product-build'
import { TEXT_PAGES } from '@bullring/wire/http/text-page'
import { LANGUAGES } from '@bullring/wire/text/languages'
import * as z from 'zod/mini'

/**
 * Whether visitors sign in with their wallet (EIP-4361): never, if they want to, or as a condition of staying
 * connected.
 */
export const SIGN_IN_MODES = ['off', 'optional', 'required'] as const

/** Sources of prices. The page names the source unless it is a real oracle. */
export const PRICE_SOURCES = ['oracle', 'replayed', 'generated'] as const

/** A market: the facts that a page needs before it reads rounds. */
export const MarketConfig = z.object({
  /** Rounds that follow the clock, or the rounds of a PancakePredictionV2 contract. */
  kind: z.enum(MARKET_KINDS),
  prediction: ChecksumAddress,
  prices: z.enum(PRICE_SOURCES),
  oracle: ChecksumAddress,
  /** Start of round 1; 0 until the market is started. */
  genesisTimestamp: TimestampField,
  intervalSeconds: z.int().check(z.positive()),
  /** Seconds after a lock time in which its strike can be settled. Then stakes are refunded (R-ROUND-11). */
  settlementWindow: z.int().check(z.nonnegative()),
  /** Seconds from a lock time to its strike time (R-ROUND-10); 0 where the lock price follows at once. */
  strikeDelay: z.int().check(z.nonnegative()),
  /** Largest payout per stake before the fee, in hundredths; 0 for no limit (R-ROUND-13). */
  maxPayoutMultiple: z.int().check(z.nonnegative()),
  /** A changed fee in basis points and the first round it is charged in; null while none is pending. */
  nextTreasuryFee: z.nullable(z.object({ feeBps: z.int(), epoch: EpochField })),
})
export type MarketConfig = z.infer<typeof MarketConfig>

/** Texts by language; English stands for the others. */
const BrandTexts = z.partialRecord(z.enum(LANGUAGES), z.string())

/** The parts of the operator's own brand that the page shows besides name, logo and colours, which are in its head. */
const BrandConfig = z.object({
  /** An http(s) or mailto: URL. */
  contact: z.nullable(z.string()),
  links: z.array(z.object({ label: BrandTexts, url: z.string() })),
  /** Pages with texts of the operator. */
  pages: z.array(z.enum(TEXT_PAGES)),
  /** Age from which visitors may play, and whether they confirm it before their first bet. */
  age: z.nullable(z.object({ minimum: z.int(), mustConfirm: z.boolean() })),
  /** Whether visitors of some countries may not bet: GET /api/access says so. */
  hasCountryRules: z.boolean(),
  /** Most that a player may stake per day, in wei; null for no limit. */
  dailyStake: z.nullable(z.string()),
})
export type BrandConfig = z.infer<typeof BrandConfig>

/** GET /config.json: everything the web app needs to know about its installation (R-API-17). */
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
  /** Markets by symbol, the default first. */
  markets: z.record(z.string(), MarketConfig),
  /** Languages in the order of the selector. The first is the fallback. */
  languages: z.array(z.enum(LANGUAGES)),
  /** Public origin of the pages, as signed texts name it; null where the operator has not configured it. */
  publicOrigin: z.nullable(z.string()),
  telegramUrl: z.nullable(z.string()),
  walletServicesUrl: z.nullable(z.string()),
  /** Origin of the embedded wallet's frame, for login by email and social account; null where it is not offered. */
  frameUrl: z.nullable(z.string()),
  /** Sites whose accounts the embedded wallet accepts, in the order in which they are offered. */
  socials: z.array(z.enum(SOCIAL_ACCOUNTS)),
  /** Relay of the WalletConnect protocol, "wss://...", or "/relay" for ours; null offers no wallets on other devices. */
  relayUrl: z.nullable(z.string()),
  /** Identifies the page to the wallet service and the relay. */
  projectId: z.string(),
  /** `off` without a wallet service, which keeps the sessions. */
  signIn: z.enum(SIGN_IN_MODES),
  /** Public key for push subscriptions (RFC 8292), in base64url; null where none are sent. */
  pushKey: z.nullable(z.string()),
  /** Null without an own brand. */
  brand: z.nullable(BrandConfig),
  /** The code of this installation, for the footer. */
  build: ProductBuild,
  features: z.object({
    /** Burner wallet and faucet: on a local chain only. */
    burnerWallet: z.boolean(),
    faucet: z.boolean(),
    /** The pages are the Mini App of a Telegram bot, within which visitors log in to the embedded wallet. */
    telegram: z.boolean(),
  }),
})
export type AppConfig = z.infer<typeof AppConfig>
