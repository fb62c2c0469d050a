import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../data-folder/make-folder.ts'
import { StackError } from '../errors.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'

/** Failures that pass, unlike those of a wrong path or owner. */
const PASSING = new Set([
  ...['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENODEV'],
  ...['ETIMEDOUT', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN'],
])

/**
 * Writes a file to BACKUP_DIR and removes it, so that a wrong setting shows at the start.
 *
 * @param note - Called with a sentence for a failure that may pass: a full disk of backups does not stop the product.
 * @throws {StackError} for any other failure.
 */
export async function requireWritable(
  folder: string,
  note: (sentence: string) => void,
): Promise<void> {
  const probe = join(folder, `.write-test-${process.pid}`)
  try {
    await makeFolder(folder, 0o700)
    await writePrivateFile(probe, 'Bullring can write here.\n')
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    if (!PASSING.has(code)) {
      throw new StackError(
        `BACKUP_DIR ${folder} cannot be written (${code || message}): name a folder of the user who runs this, or mount it.`,
        { cause },
      )
    }
    note(`BACKUP_DIR ${folder} cannot be written (${code}): changes wait beside the database`)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
