import * as z from 'zod'
import { BrandFile } from '../brand/read-brand.ts'
import { AccessToken, LogLevel, ProxyCount, WebUrl, wholeNumber } from './env-fields.ts'

/** Settings that several programs read. Where the schemas differ, a program adds its `kind` to the description. */

export const BULLRING_HOST = {
  kind: z.string().default('127.0.0.1'),
  text: "address to listen on; if others can reach the game, set `GAME_PUBLIC_URL` too unless they use its IP address. With `npm start`, wallet service, bundler and relay listen on this machine only. On a local chain others can then rig the game: its keys, the oracle's included, are public, and the faucet serves everyone",
  purpose: 'Start',
} as const

/** The kind is that of the program, here and in the following: they have other defaults. */
export const PORT = {
  text: 'port to listen on, of a service alone 0 for a free one. With `npm start`, the port of pages, API and local RPC; the embedded wallet is at the three ports after it, and on a local chain the test wallet at the fourth or a free one, for this machine only',
  usual:
    '3000; of a service alone 4000 (game), 4100 (wallet), 4200 (custody), 4300 (vault), 4400 (bundler) or 4500 (relay)',
  purpose: 'Start',
} as const

/** Returns the port of a service. */
export function portSetting(fallback: number) {
  return { ...PORT, kind: wholeNumber(0, 65_535).default(fallback) }
}

export const LOG_LEVEL = {
  kind: LogLevel,
  text: 'trace, debug, info, warn, error or silent',
  purpose: 'Start',
} as const

export const METRICS_TOKEN = {
  kind: AccessToken.optional(),
  text: 'serve `/metrics` to callers that send `Authorization: Bearer` and this token, 16 characters or more; without it, no one can read them',
  isSecret: true,
  purpose: 'Start',
} as const

export const OPERATOR_TOKEN = {
  kind: z
    .string()
    .regex(/^\S{32,}$/, 'must have 32 or more characters and no spaces')
    .optional(),
  text: 'opens the page `/operator` to those who enter it, 32 characters or more, which `npm run setup` makes; the owner of a market can sign in there instead (`GAME_SIGN_IN`). On a local chain, `npm start` generates one in the data folder',
  isSecret: true,
  purpose: 'Start',
} as const

export const TRUST_PROXY = {
  kind: ProxyCount,
  text: "number of your proxies in front, such as 2 for a CDN and nginx (`true` is 1): visitors' addresses come from that entry of `X-Forwarded-For`, counted from the right, and the host from `X-Forwarded-Host`. Without it, all visitors behind a proxy share one limit; with it, the port must not be reachable past the proxies. For wallet service and relay behind it, the game service is the one proxy, which `npm start` and compose.yaml know",
  purpose: 'Pages',
} as const

export const RATE_LIMIT_PER_MINUTE = {
  kind: wholeNumber(1, 1_000_000).default(3_000),
  text: 'requests per minute from one IP address to the game service, and as many to the wallet service (IPv6: one /64 network; the limit of a /48 is eight times that of one /64, as for every other limit per IP address), at all nodes with the same database together ([ADR 37](adr/0037-shared-limits.md))',
} as const

export const TELEGRAM_BOT = {
  kind: z
    .string()
    .regex(
      /^[1-9]\d{0,15}(?::[0-9a-f]{64})?$/,
      "must be the bot's id, the number before the colon of its token, such as 123456789",
    )
    .optional(),
  text: "id of the bot whose [Mini App](going-live.md#telegram-and-safe) the pages are, the number before the colon of its token, which no service needs: Telegram may show the pages, and visitors log in to the embedded wallet there with one tap. For tests on this machine, `id:key` names the Ed25519 key that stands in for Telegram's",
} as const

export const BRAND_FILE = {
  kind: BrandFile.nullable().default(null),
  text: "the operator's [own brand](brand.md), a JSON file: name, logo, colours, links, legal texts, age and countries.",
  usual: 'the name and look of the product',
} as const

/** The kind is that of the program: some have a default. */
export const CHAIN_ID = {
  text: 'the chain, which must match the node: 56 and 97 are BNB Smart Chain and its testnet; with `npm start`, 31337, 1337 and numbers that belong to no known chain are local chains, and other public chains are refused. For the wallet service, the chain of requests that name none',
  usual: '31337',
  purpose: 'Chain and market',
} as const

export const RPC_URL = {
  text: "the chain's nodes, comma-separated, the preferred one first; `npm start` needs one with `CHAIN_ID` 56 or 97. Another one is asked when the best fails; those that lag or disagree are left out. The bundler's must have `eth_simulateV1`",
  purpose: 'Chain and market',
  isSecret: true,
} as const

export const PREDICTION_ADDRESS = {
  text: "the game's contract on a public chain, as the market `BNB`; with `npm start` by default the one in `contracts/addresses/<CHAIN_ID>.json`, which `npm run deploy -- --send` writes. `npm start` refuses it on a local chain, as it does `GAME_MARKETS`",
  purpose: 'Chain and market',
} as const

export const GAME_MARKETS = {
  text: 'instead of `PREDICTION_ADDRESS`, several markets: `SYMBOL=ADDRESS@START_BLOCK`, comma-separated, such as `BNB=0x…@41000000,BTC=0x…@45000000`. Pages show `BNB` by default, or else the first. Without a start block `START_BLOCK` applies; `BTC=pancake-v2:0x…` sets the kind of one market. `BNB` keeps its tables where they are, each other market gets a schema `market_<symbol>` in the same database, which its user must be allowed to create, and up to 11 connections. The embedded wallet explains bets and claims of these contracts in words',
  purpose: 'Chain and market',
} as const

export const MARKET_KIND = {
  text: "`bullring` for our own contract, `pancake-v2` for a PancakePredictionV2 contract, with `CHAIN_ID` 56 or 97 and a separate database; it has its own operator, so a keeper's key is refused with it",
  usual: 'bullring',
  purpose: 'Chain and market',
} as const

export const START_BLOCK = {
  text: "block of the contract's creation, where the index begins and the wallet service looks for sessions of keys; with `npm start`, that of a contract that was not deployed from here is found on the chain, which needs a node with the state of old blocks. See [foreign market](runbooks/foreign-market.md) for `pancake-v2`. Without it, a wallet service alone neither lists nor sends for sessions on a public chain",
  usual: 'looked up by `npm start`, else 0',
  purpose: 'Chain and market',
} as const

export const DATABASE_URL = {
  text: 'PostgreSQL (15 or newer) of the index, `postgres://user:password@host/database`; on another machine it must say how the connection is encrypted: `?sslmode=verify-full`, or `sslmode=disable` on a private network. With `jit = off`, or some statements take 0.1 s longer. `npm start` starts its own server without it',
  isSecret: true,
  purpose: 'Start',
} as const

export const GAME_PUBLIC_URL = {
  kind: WebUrl.optional(),
  text: 'public URL of the pages, such as `https://bullring.example`; needed for the share image on social sites, and for signing in. The game service responds to this host, those of the allowed origins, `localhost` and IP addresses only; with https, browsers use nothing else from then on (HSTS). Visitors can sign in with the wallet service there; without it, on this machine (`localhost`) only',
  purpose: 'Pages',
} as const

export const GAME_PROJECT_ID = {
  kind: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ or -')
    .default('bullring'),
  text: 'project id that our pages send to the wallet service and the relay',
} as const

/** Set by `npm start` and compose.yaml. */
export const WALLET_SERVICE_URL = {
  text: 'where the wallet service listens, set by `npm start` and compose.yaml; browsers reach it as `/wallet`, and the embedded wallet uses its nodes',
} as const

export const BUNDLER_URL = {
  kind: WebUrl.optional(),
  text: 'bundler for smart accounts (JSON-RPC), on the first of `CUSTODY_CHAIN_IDS`: ours, such as `http://127.0.0.1:4400/rpc`, or a hosted one, with which accounts pay their own fees. Without it, there are no smart accounts. The wallet service sends calls of session keys and their revocations through it if `BUNDLER_WALLET_TOKEN` is set; without, it only lists sessions. With `npm start`, set it for a hosted one only',
  isSecret: true,
} as const

export const BUNDLER_CUSTODY_TOKEN = {
  text: 'custody sends `Authorization: Bearer` and this token to our bundler, 16 characters or more; it says for whom in `x-bundler-user`, `x-bundler-ip-hash` and, for IPv6, `x-bundler-network-hash`. Leave it empty for a hosted bundler, which then learns nothing about the user',
  usual: 'generated by `npm start`',
  isSecret: true,
} as const

export const BUNDLER_WALLET_TOKEN = {
  kind: AccessToken.optional(),
  text: 'the same of the wallet service, another token: it may send and revoke sessions of keys only, and names no user. Such calls count for the account that they are signed for, and its IP addresses have separate budgets. Without it, the wallet service cannot call',
  usual: 'generated by `npm start`',
  isSecret: true,
} as const

export const CUSTODY_PUBLIC_URL = {
  text: "public URL of the embedded wallet's page, such as `https://wallet.bullring.example`: a sibling subdomain of the game, so that browsers keep its storage. Links in mails begin with it, the game's pages may show frames of its origin only, and no other page may call the vault. Without it, visitors of the game bring their own wallet",
  purpose: 'Login',
} as const

export const VAULT_PUBLIC_URL = {
  text: "public URL of the vault, such as `https://vault.bullring.example`. It responds to this host, `localhost` and IP addresses only. Custody's pages call it, and [the frame must carry it](custody.md#which-vault-the-page-calls)",
  purpose: 'Login',
} as const
