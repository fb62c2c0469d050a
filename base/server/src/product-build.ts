import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProductBuild } from '@bullring/wire/http/product-build'
import * as z from 'zod/mini'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const GIT_TIMEOUT_MS = 5_000
const DESCRIBE = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
const COMMIT = /^[0-9a-f]{40}(?:-dirty)?$/

/** Contains the commit of an archive or image, which has no `.git`. */
const COMMIT_FILE = '.commit'

const Manifest = z.object({ version: z.string() })

let own: ProductBuild | null = null

/** Returns version and commit of the code that this process runs, as read by the first call. */
export function productBuild(): ProductBuild {
  own ??= readProductBuild(ROOT)
  return own
}

/** Reads version and commit of the product in a folder. */
export function readProductBuild(root: string): ProductBuild {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version } = z.parse(Manifest, manifest)
  const commit = (commitOfGit(root) ?? commitOfFile(root) ?? '').trim()
  return { version, commit: COMMIT.test(commit) ? commit : null }
}

function commitOfGit(root: string): string | null {
  // Git would describe any checkout above this folder.
  if (!existsSync(join(root, '.git'))) return null
  try {
    return execFileSync('git', DESCRIBE, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: GIT_TIMEOUT_MS,
    })
  } catch {
    return null
  }
}

function commitOfFile(root: string): string | null {
  try {
    return readFileSync(join(root, COMMIT_FILE), 'utf8')
  } catch {
    return null
  }
}
