import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '../bundler/start-bundler.ts'
import type { StackSettings } from '../settings.ts'

/** Name of the file with the token of the operator's page. */
export const OPERATOR_TOKEN_FILE = 'operator-token'

/** Tokens of a local chain, by the files in its data folder. */
const TOKENS = { OPERATOR_TOKEN: OPERATOR_TOKEN_FILE, METRICS_TOKEN: 'metrics-token' } as const

/** Returns the settings with the tokens that a local chain has by default; those that are set stay. */
export async function withLocalTokens(
  settings: StackSettings,
  folder: string,
): Promise<StackSettings> {
  if (settings.chain.kind !== 'local') return settings
  const made = await Promise.all(
    Object.entries(TOKENS).map(async ([name, file]) => [name, await keptToken(join(folder, file))]),
  )
  const set = Object.entries(settings.serviceEnv).filter(([, value]) => value !== '')
  return { ...settings, serviceEnv: Object.fromEntries([...made, ...set]) }
}

async function keptToken(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null)
  const token = stored ?? newToken()
  if (stored === null) await writeFile(file, token, { mode: 0o600 })
  return token
}
