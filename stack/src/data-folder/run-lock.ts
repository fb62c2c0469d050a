import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'
import { makeFolder } from './make-folder.ts'

const Lock = z.object({
  pid: z.int(),
  children: z.array(z.object({ pid: z.int(), program: z.string() })),
})
type Lock = z.infer<typeof Lock>

export type RunLock = {
  /** Records a child, so that the next start can stop it if this process is killed. */
  addChild: (pid: number, program: string) => Promise<void>
  release: () => Promise<void>
}

const FILE = 'running.json'
const GONE_TIMEOUT_MS = 15_000

/**
 * Locks the data folder for this process, after stopping programs left behind by a killed run.
 *
 * @throws {StackError} when another run uses the folder, or it cannot be written.
 */
export async function lockDataFolder(path: string): Promise<RunLock> {
  await makeFolder(path, 0o711).catch(() => undefined)
  const file = join(path, FILE)
  const earlier = await readLock(file)
  if (earlier !== null) {
    if (
      earlier.pid !== process.pid &&
      isAlive(earlier.pid) &&
      (await isRunning(earlier.pid, 'node'))
    ) {
      throw new StackError(
        `Bullring is already running on the data folder ${path} (process ${earlier.pid}). Stop it, or set another DATA_DIR and PORT.`,
      )
    }
    await stopLeftovers(earlier)
  }
  const lock: Lock = { pid: process.pid, children: [] }
  const write = () => writeFile(file, JSON.stringify(lock), { mode: 0o600 })
  await write().catch((cause: unknown) => {
    throw new StackError(
      `The data folder ${path} cannot be written. Set DATA_DIR to a folder you own.`,
      {
        cause,
      },
    )
  })
  // One after the other: children start side by side.
  let written = Promise.resolve()
  return {
    addChild: (pid, program) => {
      lock.children.push({ pid, program })
      written = written.catch(() => undefined).then(write)
      return written
    },
    release: () => rm(file, { force: true }),
  }
}

async function readLock(file: string): Promise<Lock | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return z.parse(Lock, JSON.parse(text))
  } catch {
    return null
  }
}

async function stopLeftovers({ children }: Lock): Promise<void> {
  for (const { pid, program } of children) {
    if (!(isAlive(pid) && (await isRunning(pid, program)))) continue
    process.kill(pid, 'SIGINT')
    const deadline = Date.now() + GONE_TIMEOUT_MS
    while (isAlive(pid) && Date.now() < deadline) await sleep(50)
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Process ids are reused, so the command line must name `program` too. */
async function isRunning(pid: number, program: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(program)
}
