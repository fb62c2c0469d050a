import { open } from 'node:fs/promises'

/** Writes a folder's entries to the disk: without, a file that was renamed into it may be gone after a loss of power. */
export async function flushFolder(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}
