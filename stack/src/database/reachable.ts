import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseIdentity } from './database-identity.ts'

/** Returns whether `identity` may access `path` through every folder above it. */
export async function isReachable(path: string, { uid, gid }: DatabaseIdentity): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = await stat(folder)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
