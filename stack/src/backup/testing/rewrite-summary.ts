import { writeFile } from 'node:fs/promises'
import { type Backup, readBackup, type Summary, summaryFile } from '../backup-folder.ts'
import { PROOF, proofOf } from '../proof.ts'

/** Writes other facts of a backup, with the proof that only the holder of the key can make. */
export async function rewriteSummary(
  { path }: Backup,
  summary: Summary,
  key: string,
): Promise<Backup> {
  const text = JSON.stringify(summary)
  await writeFile(summaryFile(path), text)
  await writeFile(`${summaryFile(path)}${PROOF}`, proofOf(key, ['backup.json', text]))
  return await readBackup(path)
}
