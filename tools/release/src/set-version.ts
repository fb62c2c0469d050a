import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productManifests } from '@bullring/checks/product-manifests'
import * as z from 'zod'

const Manifest = z.looseObject({ version: z.string() })
const Lockfile = z.looseObject({
  version: z.string(),
  packages: z.record(z.string(), z.looseObject({ version: z.optional(z.string()) })),
})

/** Gives the product in `root` a version: in each package.json, and in package-lock.json. */
export async function setVersion(root: string, version: string): Promise<void> {
  const { manifests } = await productManifests(root)
  const lockfile = join(root, 'package-lock.json')
  const lock = Lockfile.parse(await readJson(lockfile))
  lock.version = version
  for (const { folder } of manifests) {
    const file = join(root, folder, 'package.json')
    await writeJson(file, { ...Manifest.parse(await readJson(file)), version })
    const entry = lock.packages[folder]
    if (entry !== undefined) entry.version = version
  }
  await writeJson(lockfile, lock)
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Writes JSON as npm does. */
async function writeJson(file: string, content: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
