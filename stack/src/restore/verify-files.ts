import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { checksumOf } from '../backup/sealed-file.ts'
import { StackError } from '../errors.ts'

const SMALL = 1_000_000

/** PostgreSQL's list of the files of a backup. */
const List = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.int(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
})

/**
 * Compares a restored data folder with PostgreSQL's list.
 *
 * @throws {StackError} naming the first file that is missing or differs.
 */
export async function verifyFiles(
  data: string,
  listText: string,
  signal: AbortSignal,
): Promise<void> {
  // Most of the thousands of files are small.
  const checksum = async (file: string, size: number) =>
    size > SMALL ? await checksumOf(file, signal) : hash('sha256', await readFile(file))
  const { Files: files } = z.parse(List, JSON.parse(listText))
  for (const { Path: path, Size: size, Checksum: expected } of files) {
    const file = join(data, path)
    const found = await stat(file).catch(() => null)
    if (found?.size !== size || (await checksum(file, size)) !== expected)
      throw new StackError(`The backup is damaged: ${path} is not what PostgreSQL listed.`)
  }
}
