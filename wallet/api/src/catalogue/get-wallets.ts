import * as z from 'zod/mini'

/** GET /getWallets: one page of the wallet catalogue (R-SERVICE-5). */

/** Id of a wallet: 32 bytes in hex, without 0x. */
const WalletIdField = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'not a wallet id'))

const MAX_ENTRIES = 500
const MAX_IDS = 500
const MAX_SEARCH_LENGTH = 100

/**
 * Query of the request. Lists are comma-separated. `chains` are CAIP-2 ids. Clients wait forever for the result
 * of a refused request, so numbers and texts that are too large are cut, and unusable filters and ids are
 * ignored.
 */
export const GetWalletsQuery = z.object({
  page: pageNumber(1_000_000, 1),
  entries: pageNumber(MAX_ENTRIES, 40),
  include: z.optional(listOf(/^[0-9a-f]{64}$/, (id) => id.toLowerCase())),
  exclude: z.optional(listOf(/^[0-9a-f]{64}$/, (id) => id.toLowerCase())),
  search: z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string): string => text.trim().slice(0, MAX_SEARCH_LENGTH)),
    ),
  ),
  badge_type: z.catch(z.optional(z.enum(['none', 'certified'])), undefined),
  chains: z.optional(listOf(/^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  /** Kits of version 1.8 look up the wallets of the browser by these two: one of them has to match. */
  names: z.optional(listOf(/^.{1,60}$/, (name) => name.toLowerCase())),
  rdns: z.optional(listOf(/^.{1,200}$/, (rdns) => rdns.toLowerCase())),
})
export type GetWalletsQuery = z.infer<typeof GetWalletsQuery>

const Link = z.optional(z.nullable(z.string()))

/** A wallet of the catalogue. A missing link may also be null. */
export const CatalogueWallet = z.object({
  id: WalletIdField,
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  homepage: z.optional(z.string()),
  image_id: z.optional(z.string()),
  image_url: z.optional(z.string()),
  order: z.optional(z.number()),
  badge_type: z.optional(z.enum(['none', 'certified'])),
  /** CAIP-2 ids. */
  chains: z.optional(z.array(z.string())),
  mobile_link: Link,
  /** An addition of ours: opens a page in the app's browser. `{url}` is its encoded URL, `{address}` the one without scheme. */
  browser_link: Link,
  desktop_link: Link,
  webapp_link: Link,
  app_store: Link,
  play_store: Link,
  chrome_store: Link,
  /** Our service always sends it, null where unknown: kits match wallets with connectors by it. */
  rdns: Link,
  injected: z.optional(
    z.nullable(
      z.array(z.object({ namespace: z.optional(z.string()), injected_id: z.optional(z.string()) })),
    ),
  ),
})
export type CatalogueWallet = z.infer<typeof CatalogueWallet>

/** `count` is the number of matching wallets on all pages. */
export const GetWalletsResponse = z.object({
  data: z.array(CatalogueWallet),
  count: z.int().check(z.nonnegative()),
})
export type GetWalletsResponse = z.infer<typeof GetWalletsResponse>

function pageNumber(max: number, fallback: number) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')),
      z.transform((text: string): number => Math.min(Number(text), max)),
    ),
    fallback,
  )
}

/** Parses a comma-separated list, without the items that do not match. */
function listOf(pattern: RegExp, normalize = (item: string) => item) {
  return z.pipe(
    z.string(),
    z.transform((text: string): string[] =>
      text
        .split(',')
        .map((part) => normalize(part.trim()))
        .filter((part) => pattern.test(part))
        .slice(0, MAX_IDS),
    ),
  )
}
