import { open, rename, rm } from 'node:fs/promises'

/** Replaces a file that its owner alone can read. A reader finds the earlier content or the new one, never a part. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
