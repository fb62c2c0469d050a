import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const SIZE = '700m'

/**
 * Mounts a small file system in memory at `folder`, which can be filled without harm to others.
 *
 * @returns False where that is not allowed: it needs root on Linux.
 */
export async function mountSmallDisk(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'tmpfs', folder]
    await promisify(execFile)('mount', options)
    return true
  } catch {
    return false
  }
}
