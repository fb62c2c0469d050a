import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StackError } from '../errors.ts'
import { writePrivateFile } from './write-private-file.ts'

const FILE = 'machine'

/** Returns what identifies this machine. */
export async function thisMachine(): Promise<string> {
  const id = await readFile('/etc/machine-id', 'utf8').catch(() => hostname())
  return createHash('sha256').update(id).digest('hex').slice(0, 16)
}

/**
 * Refuses settings with a relayer's key that were copied from another machine, where a relayer may still run.
 *
 * @throws {StackError} unless the operator says that they moved.
 */
export async function requireSameMachine(
  folder: string,
  machine: string,
  options: { hasRelayer: boolean; isMoved: boolean },
): Promise<void> {
  const noted = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  if (noted === null || noted.trim() === machine) return
  if (!options.hasRelayer || options.isMoved) return
  throw new StackError(
    "These settings come from another machine. Two relayers on one key use up each other's nonces: if the other one has stopped for good, add --moved; otherwise remove BUNDLER_RELAYER_PRIVATE_KEY and GAME_KEEPER_PRIVATE_KEY here, for new keys.",
  )
}

/** Notes that the settings belong to a machine. */
export async function noteMachine(folder: string, machine: string): Promise<void> {
  await writePrivateFile(join(folder, FILE), `${machine}\n`)
}
