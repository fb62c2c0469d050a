import * as z from 'zod/mini'

/** GET /getWallets: one page of the wallet catalogue (R-SERVICE-5). */

/** Id of a wallet: 32 bytes in hex, without 0x. */
const WalletIdField = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'not a wallet id'))

const MAX_ENTRIES = 100
const MAX_IDS = 500

/** Query of the request. Lists are comma-separated; `chains` are CAIP-2 ids. */
export const GetWalletsQuery = z.object({
  page: pageNumber(1_000_000, 1),
  entries: pageNumber(MAX_ENTRIES, 40),
  include: z.optional(listOf(WalletIdField)),
  exclude: z.optional(listOf(WalletIdField)),
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  badge_type: z.optional(z.enum(['none', 'certified'])),
  chains: z.optional(
    listOf(z.string().check(z.regex(/^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'not a CAIP-2 id'))),
  ),
})
/** @see GetWalletsQuery */
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
  desktop_link: Link,
  webapp_link: Link,
  app_store: Link,
  play_store: Link,
  chrome_store: Link,
  rdns: Link,
  injected: z.optional(
    z.nullable(
      z.array(z.object({ namespace: z.optional(z.string()), injected_id: z.optional(z.string()) })),
    ),
  ),
})
/** @see CatalogueWallet */
export type CatalogueWallet = z.infer<typeof CatalogueWallet>

/** `count` is the number of matching wallets on all pages. */
export const GetWalletsResponse = z.object({
  data: z.array(CatalogueWallet),
  count: z.int().check(z.nonnegative()),
})
/** @see GetWalletsResponse */
export type GetWalletsResponse = z.infer<typeof GetWalletsResponse>

function pageNumber(max: number, fallback: number) {
  const message = `must be a whole number from 1 to ${max}`
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, message)),
      z.pipe(
        z.transform((text: string): number => Number(text)),
        z.number().check(z.maximum(max, message)),
      ),
    ),
    fallback,
  )
}

/** Parses a comma-separated list, empty for an empty text. */
function listOf(item: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): string[] => text.split(',').flatMap((part) => part.trim() || [])),
      z.array(item).check(z.maxLength(MAX_IDS)),
    ),
  )
}
