import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import * as z from 'zod'
import { derivedId } from './wallet-ids.ts'

const WebLink = z.url({ protocol: /^https$/, error: 'must be an https URL' })

/** Link to an app: a custom scheme or https, never a script. */
const AppLink = z
  .string()
  .regex(
    /^(?!javascript:|data:|vbscript:|file:)[a-z][a-z0-9+.-]*:\/\/\S*$/i,
    'must be a link such as app://',
  )

const ListedWallet = z.strictObject({
  id: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')
    .optional(),
  name: z.string().trim().min(1).max(60),
  homepage: WebLink,
  rdns: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a reversed domain')
    .optional(),
  badge_type: z.enum(['none', 'certified']).optional(),
  chains: z
    .array(z.string().regex(/^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'must be a CAIP-2 id'))
    .min(1),
  image_url: WebLink.optional(),
  mobile_link: AppLink.optional(),
  browser_link: AppLink.optional(),
  desktop_link: AppLink.optional(),
  webapp_link: WebLink.optional(),
  app_store: WebLink.optional(),
  play_store: WebLink.optional(),
  chrome_store: WebLink.optional(),
  injected: z.array(z.strictObject({ namespace: z.string(), injected_id: z.string() })).optional(),
})

const CatalogueFile = z.strictObject({
  /** `extend` keeps the bundled wallets, overriding those of the same id. `replace` drops them. */
  mode: z.enum(['extend', 'replace']),
  wallets: z.array(ListedWallet).max(5_000),
})

/** Parses a list of wallets, in its order. */
export function parseWalletList(input: unknown): CatalogueWallet[] {
  return z.array(ListedWallet).parse(input).map(toWallet)
}

/**
 * Parses an operator's file: its wallets, then the bundled ones it keeps.
 *
 * @throws {ZodError} naming every invalid field.
 */
export function parseCatalogueFile(
  input: unknown,
  bundled: readonly CatalogueWallet[],
): CatalogueWallet[] {
  const { mode, wallets } = CatalogueFile.parse(input)
  const bundledIds = new Map(bundled.map((wallet) => [derivedId(wallet), wallet.id]))
  const custom = wallets
    .map(toWallet)
    .map((wallet) => withId(wallet, bundledIds.get(wallet.id) ?? wallet.id))
  if (mode === 'replace') return custom
  const overridden = new Set(custom.map(({ id }) => id))
  return [...custom, ...bundled.filter(({ id }) => !overridden.has(id))]
}

function toWallet(listed: z.infer<typeof ListedWallet>): CatalogueWallet {
  // Kits match a missing rdns with a connector that has none, and connect another wallet.
  const wallet = { badge_type: 'none', ...listed, rdns: listed.rdns ?? null } as const
  return withId(wallet, listed.id ?? derivedId(listed))
}

function withId(wallet: Omit<CatalogueWallet, 'id'>, id: string): CatalogueWallet {
  return { ...wallet, id, image_id: id }
}
