import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Ends the name of the file that proves another one, beside it. */
export const PROOF = '.hmac'

const PURPOSE = 'bullring backup proof'
const BYTES = 32

/** What a proof is of: `backup.json` with its text, or a file of a server's write-ahead log with its checksum. */
export type Proven =
  | readonly ['backup.json', text: string]
  | readonly ['wal', server: string, segment: string, sha256: string]

/** Returns an HMAC. The public half of `key` encrypts as well as the key does, so that encryption proves no origin. */
export function proofOf(key: string, content: Proven): string {
  return macOf(key, content).toString('hex')
}

/** Says whether the proof beside a file is of `content`. */
export async function isProven(file: string, key: string, content: Proven): Promise<boolean> {
  const text = await readFile(`${file}${PROOF}`, 'utf8').catch(() => '')
  const found = Buffer.from(text.trim(), 'hex')
  return found.length === BYTES && timingSafeEqual(found, macOf(key, content))
}

function macOf(key: string, content: Proven): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', PURPOSE, BYTES))
  return createHmac('sha256', derived).update(JSON.stringify(content)).digest()
}
