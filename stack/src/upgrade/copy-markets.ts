import { cp, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of an installation in the folder of its version: markets that were deployed. */
const ADDRESSES = 'contracts/addresses'

/** Copies the markets that another version lacks to its folder, as files of that folder's user. */
export async function copyMarkets(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, ADDRESSES), join(to, ADDRESSES)]
  // The service's user may write there, and root copies.
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(source, target, { recursive: true, force: false, filter }).catch(ignoreMissing)
  const { uid, gid } = await stat(`${to}/`)
  for (const name of await readdir(target).catch(() => []))
    await lchown(join(target, name), uid, gid)
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
