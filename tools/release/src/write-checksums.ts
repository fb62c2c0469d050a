import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const NAME = 'SHA256SUMS'

/** Writes the checksums of all files in a folder, as `sha256sum -c SHA256SUMS` reads them. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== NAME).toSorted()
  const lines = await Promise.all(
    names.map(async (name) => `${await checksumOf(join(folder, name))}  ${name}\n`),
  )
  await writeFile(join(folder, NAME), lines.join(''))
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
