import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writePrivateFile } from '../setup/write-private-file.ts'

const FILE = 'checked.json'

const Mark = z.object({ backup: z.string(), at: z.iso.datetime() })

/** The last backup that was restored for a check, and when. */
export type CheckMark = z.infer<typeof Mark>

/** Notes a successful check beside the backups. */
export async function noteCheck(folder: string, mark: CheckMark): Promise<void> {
  await writePrivateFile(join(folder, FILE), `${JSON.stringify(mark)}\n`)
}

/** Returns the last successful check; null for none. */
export async function lastCheck(folder: string): Promise<CheckMark | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  if (text === null) return null
  return z.safeParse(Mark, JSON.parse(text)).data ?? null
}
