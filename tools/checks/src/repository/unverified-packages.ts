import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'

const LOCKFILES = [
  'package-lock.json',
  'tools/browser/package-lock.json',
  'tools/node/package-lock.json',
  'tools/lighthouse/package-lock.json',
  'tools/solver/package-lock.json',
]

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      link: z.optional(z.boolean()),
      integrity: z.optional(z.string()),
    }),
  ),
})

/**
 * Packages for other platforms whose checksums the registry view of this checkout's author did not have (404).
 * `npm run lock:complete` adds them where the registry has them. Then remove them here. Never add a package that
 * runs on a server.
 */
const KNOWN_WITHOUT_INTEGRITY: readonly RegExp[] = [
  /^@foundry-rs\/(?:anvil|forge)-(?:darwin-(?:amd64|arm64)|linux-arm64|win32-amd64)@1\.7\.1$/,
  /^@oxc-parser\/binding-(?:android|darwin|freebsd|linux|openharmony|win32)-[\w-]+@0\.156\.0$/,
  /^litesvm-(?:darwin-(?:arm64|x64)|linux-(?:arm64-(?:gnu|musl)|x64-musl))@1\.5\.0$/,
]

/** Returns the entries of lockfiles that npm would install without verifying them. */
export async function unverifiedPackages(): Promise<readonly string[]> {
  const lists = await Promise.all(LOCKFILES.map(entriesWithoutIntegrity))
  return lists
    .flat()
    .filter(({ name }) => !KNOWN_WITHOUT_INTEGRITY.some((known) => known.test(name)))
    .map(({ file, name }) => `${file}: ${name} has no integrity, run npm run lock:complete`)
}

async function entriesWithoutIntegrity(file: string): Promise<{ file: string; name: string }[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  return Object.entries(Lockfile.parse(JSON.parse(text)).packages).flatMap(([path, entry]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (name === undefined || entry.link === true || entry.integrity !== undefined) return []
    return [{ file, name: `${name}@${entry.version}` }]
  })
}
