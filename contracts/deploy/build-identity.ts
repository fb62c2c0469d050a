import { execFileSync } from 'node:child_process'
import { readArtifact } from './artifact.ts'

/** Returns what produced the code of a contract: the compiler's version, and this checkout's commit if it is known. */
export function buildIdentity(name: string): { compiler: string; commit: string | null } {
  return { compiler: readArtifact(name).compiler, commit: currentCommit() }
}

/** Marks a checkout with changes by "-dirty"; null without git or outside a checkout. */
function currentCommit(): string | null {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
