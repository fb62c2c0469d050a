import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod'
import { productManifests } from './product-manifests.ts'

const Lockfile = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })),
})

/** Returns the workspaces whose package.json or entry in package-lock.json has another version than the product. */
export async function versionProblems(root = repositoryRoot): Promise<readonly string[]> {
  const { version, manifests } = await productManifests(root)
  const text = await readFile(join(root, 'package-lock.json'), 'utf8')
  const lock = Lockfile.parse(JSON.parse(text))
  const places = [
    { place: 'package-lock.json', found: lock.version },
    ...manifests.flatMap((manifest) => [
      { place: join(manifest.folder, 'package.json'), found: manifest.version },
      {
        place: `"${manifest.folder}" in package-lock.json`,
        found: lock.packages[manifest.folder]?.version,
      },
    ]),
  ]
  return places
    .filter(({ found }) => found !== version)
    .map(({ place, found }) => `${place} has version ${found ?? 'none'}, the product ${version}`)
}
