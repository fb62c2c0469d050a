import { readFile } from 'node:fs/promises'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import * as z from 'zod'
import { parseCatalogueFile, parseWalletList } from './catalogue-file.ts'
import { InvalidCatalogueError } from './errors.ts'
import wallets from './wallets.json' with { type: 'json' }

/**
 * Reads the wallets to offer, most popular first.
 *
 * @param file - The operator's JSON file; null for the bundled wallets.
 * @throws {InvalidCatalogueError}
 */
export async function readCatalogue(file: string | null): Promise<CatalogueWallet[]> {
  const bundled = parseWalletList(wallets)
  if (file === null) return withOrder(bundled)
  try {
    return withOrder(parseCatalogueFile(JSON.parse(await readFile(file, 'utf8')), bundled))
  } catch (cause) {
    throw new InvalidCatalogueError(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause)
  return cause instanceof Error ? cause.message : 'unknown'
}

function withOrder(catalogue: readonly CatalogueWallet[]): CatalogueWallet[] {
  const seen = new Set<string>()
  for (const { id, name } of catalogue) {
    if (seen.has(id)) throw new InvalidCatalogueError(`${name} is listed twice`)
    seen.add(id)
  }
  return catalogue.map((wallet, index) => ({ ...wallet, order: (index + 1) * 10 }))
}
