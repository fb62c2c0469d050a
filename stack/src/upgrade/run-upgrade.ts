import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'
import type { Progress } from '../progress.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { currentVersion, type Installation, switchTo } from './installation.ts'
import { refusedJump } from './refused-jump.ts'
import type { Services } from './services.ts'
import { installVersion, unpackArchive, verifyArchive } from './unpack-version.ts'

/** Notes the last upgrade beside the versions. */
const FILE = 'upgrade.json'

const Upgrade = z.object({
  from: z.string(),
  to: z.string(),
  /** Backup that was made before; null where the operator made it. */
  backup: z.nullable(z.string()),
})
type Upgrade = z.infer<typeof Upgrade>

export type UpgradeOptions = {
  installation: Installation
  services: Services
  /** Makes a backup and returns its place; null where the operator says that there is one. */
  backUp: (() => Promise<string>) | null
  progress: Progress
  /** Ends an upgrade that has replaced nothing yet: halfway, nothing would run. */
  signal: AbortSignal
}

/**
 * Upgrades the installation to the version of a release's archive. Where that does not become ready, the version before runs
 * again.
 *
 * @returns The new version.
 * @throws {StackError} saying what runs now.
 */
export async function runUpgrade(archive: string, options: UpgradeOptions): Promise<string> {
  const { installation, backUp, progress, signal } = options
  await verifyArchive(archive, signal)
  const from = await currentVersion(installation)
  const { version: to, unpacked } = await progress.step('unpack', () =>
    unpackArchive(archive, options),
  )
  const refusal = refusedJump(from, to)
  if (refusal !== null) {
    await rm(unpacked, { recursive: true })
    throw new StackError(refusal)
  }
  await installVersion(unpacked, to, options)
  const backup = backUp === null ? null : await progress.step('backup', backUp, String)
  await writePrivateFile(join(installation.versions, FILE), JSON.stringify({ from, to, backup }))
  signal.throwIfAborted()
  const isReady = await progress.step(`start ${to}`, () => replace(to, options))
  if (isReady) return to
  const isBack = await progress.step(`start ${from} again`, () => replace(from, options))
  const outcome = isBack ? `${from} runs again` : `${from} did not become ready either`
  throw new StackError(
    `${to} did not become ready, and ${outcome}: read the log (journalctl -u bullring).${isBack ? '' : ` ${adviceOf({ from, to, backup })}`}`,
  )
}

async function replace(
  version: string,
  { installation, services }: UpgradeOptions,
): Promise<boolean> {
  await services.stop()
  await switchTo(version, installation)
  return await services.start()
}

/**
 * Returns to the version before the last upgrade. Its databases stay as the newer version left them.
 *
 * @returns That version.
 * @throws {StackError} when it does not become ready on them.
 */
export async function rollBack({
  installation,
  services,
  progress,
}: Omit<UpgradeOptions, 'backUp' | 'signal'>): Promise<string> {
  const last = await lastUpgrade(installation)
  if ((await currentVersion(installation)) !== last.to)
    throw new StackError(`${last.to} is not installed: there is no upgrade to take back.`)
  await services.stop()
  await switchTo(last.from, installation)
  if (await progress.step(`start ${last.from}`, () => services.start())) return last.from
  throw new StackError(`${last.from} did not become ready. ${adviceOf(last)}`)
}

async function lastUpgrade({ versions }: Installation): Promise<Upgrade> {
  const text = await readFile(join(versions, FILE), 'utf8').catch((cause: unknown) => {
    throw new StackError('There is no upgrade to take back.', { cause })
  })
  return z.parse(Upgrade, JSON.parse(text))
}

/** A version cannot start once a newer one has removed what it needs. */
function adviceOf({ from, to, backup }: Upgrade): string {
  const name = backup ?? '<the backup from before>'
  return `If it refuses the databases of ${to}, restore those from before, without all that came since: npm run restore -- ${name} --data-dir <new folder>, and set DATA_DIR to it for ${from}.`
}
