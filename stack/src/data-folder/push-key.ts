import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** No push service sends mail to it: visitors of a local chain are its operators. */
const CONTACT = 'mailto:operator@bullring.invalid'

/** Returns the variables of push messages on a local chain, with a key that is kept in the data folder. */
export async function localPushVariables(folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'push-key')
  const stored = await readFile(file, 'utf8').catch(() => null)
  const key = stored ?? newPushKey()
  if (stored === null) await writeFile(file, key, { mode: 0o600 })
  return { GAME_PUSH_PRIVATE_KEY: key, GAME_PUSH_CONTACT: CONTACT }
}

/** Generates a private key on P-256: 32 bytes in base64url. */
export function newPushKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ format: 'jwk' }).d ?? ''
}
