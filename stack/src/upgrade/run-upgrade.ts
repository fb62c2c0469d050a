import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StackError } from '../errors.ts'
import type { Progress } from '../progress.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { copyMarkets } from './copy-markets.ts'
import {
  currentVersion,
  type Installation,
  requireReplaceable,
  switchTo,
  versionIn,
} from './installation.ts'
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
  /** Time when the version before had stopped: later changes are of the newer one. */
  stoppedAt: z.iso.datetime(),
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

type Replacing = Pick<UpgradeOptions, 'installation' | 'services'>

/**
 * Upgrades the installation to the version of a release's archive. Where that does not become ready, the version before runs
 * again.
 *
 * @returns The new version.
 * @throws {StackError} saying what runs now.
 */
export async function runUpgrade(archive: string, options: UpgradeOptions): Promise<string> {
  const { installation, backUp, progress, signal } = options
  await requireReplaceable(installation)
  await verifyArchive(archive, signal)
  const from = await currentVersion(installation)
  const { version: to, unpacked } = await progress.step('unpack', () =>
    unpackArchive(archive, options),
  )
  const changelog = await readFile(join(unpacked, 'CHANGELOG.md'), 'utf8').catch(() => '')
  const refusal = refusedJump(from, to, changelog)
  if (refusal !== null) {
    await rm(unpacked, { recursive: true })
    throw new StackError(refusal)
  }
  await installVersion(unpacked, to, options)
  const backup = backUp === null ? null : await progress.step('backup', backUp, String)
  signal.throwIfAborted()
  const upgrade = await stopFor({ from, to, backup }, options)
  const failure = await progress.step(`start ${to}`, () => replace(to, options))
  if (failure === null) return to
  const second = await progress.step(`start ${from} again`, () => replace(from, options))
  const sentences =
    second === null
      ? [`${to} did not become ready, and ${from} runs again.`]
      : [
          `${to} did not become ready, and ${from} did not become ready either. ${adviceOf(upgrade)}`,
          `${from}: ${second}`,
        ]
  throw new StackError([...sentences, `${to}: ${failure}`].join('\n'))
}

/** Stops what runs, and notes the upgrade: `--rollback` needs it from then on. */
async function stopFor(
  versions: Omit<Upgrade, 'stoppedAt'>,
  { installation, services }: Replacing,
): Promise<Upgrade> {
  await services.stop()
  const upgrade = { ...versions, stoppedAt: new Date().toISOString() }
  try {
    await writePrivateFile(join(installation.versions, FILE), JSON.stringify(upgrade))
  } catch (cause) {
    await services.start()
    throw new StackError(`The upgrade cannot be noted: ${(cause as Error).message}.`, { cause })
  }
  return upgrade
}

/**
 * Stops what runs, and starts a version. What ran before runs again where the link cannot be changed.
 *
 * @returns Null once it is ready, or a sentence about why it is not.
 */
async function replace(
  version: string,
  { installation, services }: Replacing,
): Promise<string | null> {
  await services.stop()
  try {
    await switchTo(version, installation)
  } catch (cause) {
    const failure = await services.start()
    const outcome = failure === null ? 'runs again.' : `did not become ready either: ${failure}`
    throw new StackError(
      `${installation.link} cannot be replaced by ${version}: ${(cause as Error).message}. What was installed ${outcome}`,
      { cause },
    )
  }
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
}: Replacing & Pick<UpgradeOptions, 'progress'>): Promise<string> {
  const last = await lastUpgrade(installation)
  if ((await currentVersion(installation)) !== last.to)
    throw new StackError(`${last.to} is not installed: there is no upgrade to take back.`)
  const before = join(installation.versions, last.from)
  await versionIn(before)
  await copyMarkets(installation.link, before)
  const failure = await progress.step(`start ${last.from}`, () =>
    replace(last.from, { installation, services }),
  )
  if (failure === null) return last.from
  throw new StackError(`${last.from} did not become ready. ${adviceOf(last)}\n${failure}`)
}

async function lastUpgrade({ versions }: Installation): Promise<Upgrade> {
  const text = await readFile(join(versions, FILE), 'utf8').catch((cause: unknown) => {
    throw new StackError('There is no upgrade to take back.', { cause })
  })
  return z.parse(Upgrade, JSON.parse(text))
}

/** A version cannot start once a newer one has removed what it needs. */
function adviceOf({ from, to, backup, stoppedAt }: Upgrade): string {
  const name = backup ?? '<the backup from before>'
  return `If it refuses the databases of ${to}, restore those from before, without all that came since: npm run restore -- ${name} --to ${stoppedAt} --data-dir <new folder>, and set DATA_DIR to it for ${from}.`
}
