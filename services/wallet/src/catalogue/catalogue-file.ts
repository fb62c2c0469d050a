import { createHash } from 'node:crypto'
import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import * as z from 'zod'

const WebLink = z.url({ protocol: /^https$/, error: 'must be an https URL' })

/** Opens an app: a scheme of its own, or https. Never a script. */
const AppLink = z
  .string()
  .regex(
    /^(?!javascript:|data:|vbscript:|file:)[a-z][a-z0-9+.-]*:\/\/\S*$/i,
    'must be a link such as app://',
  )

const Listed = z.strictObject({
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
  desktop_link: AppLink.optional(),
  webapp_link: WebLink.optional(),
  app_store: WebLink.optional(),
  play_store: WebLink.optional(),
  chrome_store: WebLink.optional(),
  injected: z.array(z.strictObject({ namespace: z.string(), injected_id: z.string() })).optional(),
})

const CatalogueFile = z.strictObject({
  /** What happens with the wallets we bring: kept, those of the same id overridden, or left out. */
  mode: z.enum(['extend', 'replace']),
  wallets: z.array(Listed).max(5_000),
})

/** Wallets of one list, in its order. */
export function parseListed(input: unknown): CatalogueWallet[] {
  return z.array(Listed).parse(input).map(toWallet)
}

/**
 * Wallets of an operator's file, in the file's order before the ones of ours that it keeps.
 *
 * @throws {ZodError} naming every field at fault.
 */
export function parseCatalogueFile(
  input: unknown,
  ours: readonly CatalogueWallet[],
): CatalogueWallet[] {
  const { mode, wallets } = CatalogueFile.parse(input)
  const theirs = wallets.map(toWallet)
  if (mode === 'replace') return theirs
  const overridden = new Set(theirs.map(({ id }) => id))
  return [...theirs, ...ours.filter(({ id }) => !overridden.has(id))]
}

function toWallet(listed: z.infer<typeof Listed>): CatalogueWallet {
  const id = listed.id ?? walletId(listed)
  return { badge_type: 'none', ...listed, id, image_id: id }
}

/** Ids of our own: they only have to be the same everywhere and for good. */
function walletId({ rdns, homepage }: Pick<z.infer<typeof Listed>, 'rdns' | 'homepage'>): string {
  return createHash('sha256')
    .update(rdns ?? homepage)
    .digest('hex')
}
