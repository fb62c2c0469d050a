import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it. With `recursive`, mkdir of Node never ends below /proc.
 *
 * @throws If a folder cannot be created and does not exist either: another process may have created it meanwhile.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const missing: string[] = []
  for (let at = path; !(await exists(at)); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) {
    await mkdir(folder, { mode }).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error
    })
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
