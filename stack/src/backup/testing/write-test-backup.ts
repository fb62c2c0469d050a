import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { baseFolder, FILES, type Summary, stampOf, summaryFile } from '../backup-folder.ts'

/**
 * Writes a backup without files, for what reads only its summary.
 *
 * @returns Its folder.
 */
export async function writeTestBackup(
  folder: string,
  { finishedAt, place = 1, server = '7' }: { finishedAt: Date; place?: number; server?: string },
): Promise<string> {
  const path = join(baseFolder(folder), stampOf(finishedAt))
  await mkdir(path, { recursive: true })
  const file = { bytes: 1, sha256: '00' }
  const segment = `00000001${`${place}`.padStart(16, '0')}`
  const summary: Summary = {
    format: 1,
    version: '0.2.0',
    postgres: '18.4',
    server,
    startedAt: finishedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    firstSegment: segment,
    lastSegment: segment,
    recipient: 'age1',
    migrations: {},
    files: { [FILES.base]: file, [FILES.list]: file, [FILES.installation]: file },
  }
  await writeFile(summaryFile(path), JSON.stringify(summary))
  return path
}
