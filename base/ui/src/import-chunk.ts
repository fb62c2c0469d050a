import { reloadFailedStyle, trackFailedStyles } from './failed-styles.ts'

/** The classifier of failures knows ethers' code for it. */
class ChunkUnreachableError extends Error {
  override readonly name = 'ChunkUnreachableError'
  readonly code = 'NETWORK_ERROR'
}

/** Code that has arrived, or is on its way, by address. */
const arriving = new Map<string, Promise<void>>()

/**
 * Imports a chunk once its code has arrived, with that of all chunks that it imports, and those of their styles that
 * failed before. Browsers remember that a module failed and never request its address again (HTML, "fetch a single
 * module script"), so an outage of a second would break what a click loads until the page is reloaded; a failed
 * `fetch` can be repeated.
 *
 * @param base - Address of the importing chunk.
 * @param files - The chunk, what it imports, and their styles, relative to `base`.
 * @throws {ChunkUnreachableError} when one of them does not arrive.
 */
async function importChunk(base: string, files: readonly [string, ...string[]]): Promise<unknown> {
  const addressOf = (file: string) => new URL(file, base).href
  await Promise.all(files.map((file) => arrivalOf(addressOf(file))))
  return import(/* @vite-ignore */ addressOf(files[0]))
}

async function arrivalOf(address: string): Promise<void> {
  try {
    await (address.endsWith('.css') ? reloadFailedStyle(address) : arrival(address))
  } catch (cause) {
    throw new ChunkUnreachableError(`${address} did not arrive.`, { cause })
  }
}

function arrival(address: string): Promise<void> {
  const known = arriving.get(address)
  if (known !== undefined) return known
  const fetched = fetchWhole(address)
  arriving.set(address, fetched)
  fetched.catch(() => arriving.delete(address))
  return fetched
}

/** Fills the browser's cache, from which the import reads. */
async function fetchWhole(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new TypeError(`${address}: ${response.status}`)
  await response.arrayBuffer()
}

trackFailedStyles()
// The build calls it by this name (build/import-chunks.ts).
Object.assign(globalThis, { importChunk })
