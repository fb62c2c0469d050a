import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'

const RootManifest = z.object({ version: z.string(), workspaces: z.array(z.string()) })
const Manifest = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  exports: z.optional(z.record(z.string(), z.unknown())),
})

/** A package.json that has the version of the product. */
export type ProductManifest = {
  /** Empty for the root. */
  name: string
  /** Folder, as package-lock.json names it; empty for the root. */
  folder: string
  version: string | undefined
  /** Keys of its `exports`. */
  entries: readonly string[]
}

/** Returns the version of a checkout, and the manifests that must have it too. A workspace that stands in for a foreign package has its version. */
export async function productManifests(
  root: string,
): Promise<{ version: string; manifests: readonly ProductManifest[] }> {
  const { version, workspaces } = RootManifest.parse(await readJson(join(root, 'package.json')))
  const patterns = workspaces.map((workspace) => `${workspace}/package.json`)
  const files = await Array.fromAsync(glob(patterns, { cwd: root }))
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const {
        name,
        version: found,
        exports = {},
      } = Manifest.parse(await readJson(join(root, file)))
      return { name, folder: dirname(file), version: found, entries: Object.keys(exports) }
    }),
  )
  const own = found.filter(({ name }) => name.startsWith('@bullring/'))
  return { version, manifests: [{ name: '', folder: '', version, entries: [] }, ...own] }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}
