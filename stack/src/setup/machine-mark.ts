import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from '../errors.ts'
import { writePrivateFile } from './write-private-file.ts'

const FILE = 'machine'

/** Machine id of systemd: 32 hexadecimal digits, once the machine has started. */
const MACHINE_ID = /^[\da-f]{32}$/

/** Returns what identifies this machine; null for none, as in containers, whose names change. */
export async function thisMachine(file = '/etc/machine-id'): Promise<string | null> {
  const id = await readFile(file, 'utf8').catch(() => '')
  if (!MACHINE_ID.test(id.trim())) return null
  return createHash('sha256').update(id).digest('hex').slice(0, 16)
}

/**
 * Refuses settings with a relayer's key that were copied from another machine, where a relayer may still run.
 *
 * @throws {StackError} unless the operator says that they moved.
 */
export async function requireSameMachine(
  folder: string,
  machine: string | null,
  options: { hasRelayer: boolean; isMoved: boolean },
): Promise<void> {
  const noted = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  if (noted === null || machine === null || noted.trim() === machine) return
  if (!options.hasRelayer || options.isMoved) return
  throw new StackError(
    "These settings come from another machine. Two relayers on one key use up each other's nonces: if the other one has stopped for good, add --moved; otherwise remove BUNDLER_RELAYER_PRIVATE_KEY and GAME_KEEPER_PRIVATE_KEY here, for new keys.",
  )
}

/** Notes that the settings belong to a machine. */
export async function noteMachine(folder: string, machine: string | null): Promise<void> {
  if (machine === null) return
  await writePrivateFile(join(folder, FILE), `${machine}\n`)
}
