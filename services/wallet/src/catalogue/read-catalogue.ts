import { readFile } from 'node:fs/promises'
import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import * as z from 'zod'
import { parseCatalogueFile, parseListed } from './catalogue-file.ts'
import { InvalidCatalogueError } from './errors.ts'
import wallets from './wallets.json' with { type: 'json' }

/**
 * The wallets to offer, most wanted first.
 *
 * @param file - JSON file of the operator's; null offers the ones we bring.
 * @throws {InvalidCatalogueError} saying what is wrong with the file.
 */
export async function readCatalogue(file: string | null): Promise<CatalogueWallet[]> {
  const ours = parseListed(wallets)
  if (file === null) return inOrder(ours)
  try {
    return inOrder(parseCatalogueFile(JSON.parse(await readFile(file, 'utf8')), ours))
  } catch (cause) {
    throw new InvalidCatalogueError(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause)
  return cause instanceof Error ? cause.message : 'unknown'
}

function inOrder(catalogue: readonly CatalogueWallet[]): CatalogueWallet[] {
  const seen = new Set<string>()
  for (const { id, name } of catalogue) {
    if (seen.has(id)) throw new InvalidCatalogueError(`${name} is listed twice`)
    seen.add(id)
  }
  return catalogue.map((wallet, index) => ({ ...wallet, order: (index + 1) * 10 }))
}
