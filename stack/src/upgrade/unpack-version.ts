import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checksumOf } from '../backup/sealed-file.ts'
import { StackError } from '../errors.ts'
import { copyMarkets } from './copy-markets.ts'
import { type Installation, versionIn } from './installation.ts'

const INSTALL_TIMEOUT_MS = 30 * 60_000

type Unpacking = { installation: Installation; signal: AbortSignal }

/**
 * Compares an archive with the `SHA256SUMS` beside it.
 *
 * @throws {StackError} when it differs, or there is none.
 */
export async function verifyArchive(archive: string, signal: AbortSignal): Promise<void> {
  const sums = join(dirname(archive), 'SHA256SUMS')
  const text = await readFile(sums, 'utf8').catch((cause: unknown) => {
    throw new StackError(`${sums} is missing: get it from the release, with the archive.`, {
      cause,
    })
  })
  const name = basename(archive)
  const line = text.split('\n').find((each) => each.endsWith(`  ${name}`))
  const found = await checksumOf(archive, signal).catch((cause: NodeJS.ErrnoException) => {
    throw new StackError(`${archive} cannot be read (${cause.code}).`, { cause })
  })
  if (line === undefined || line.split(' ')[0] !== found)
    throw new StackError(`${archive} is not the file of the release: its checksum differs.`)
}

/** Unpacks an archive beside the installed version, as a file of the same user, and returns its version. */
export async function unpackArchive(
  archive: string,
  { installation, signal }: Unpacking,
): Promise<{ version: string; unpacked: string }> {
  const { uid, gid } = await stat(`${installation.link}/`)
  await mkdir(installation.versions, { recursive: true, mode: 0o755 })
  const unpacked = join(installation.versions, '.unfinished')
  await rm(unpacked, { recursive: true, force: true })
  await mkdir(unpacked, { mode: 0o755 })
  await chown(unpacked, uid, gid)
  // The user of the files may not be able to read the archive.
  await using input = await open(archive)
  const tar = spawn('tar', ['-x', '-z', '--strip-components=1', '-f', '-'], {
    cwd: unpacked,
    stdio: [input.fd, 'ignore', 'inherit'],
    signal,
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  const [code] = await once(tar, 'close')
  if (code !== 0) throw new StackError(`${archive} cannot be unpacked to ${unpacked}.`)
  return { version: await versionIn(unpacked), unpacked }
}

/** Puts an unpacked version into its place, with the markets of the installed one, and installs its packages. */
export async function installVersion(
  unpacked: string,
  version: string,
  { installation, signal }: Unpacking,
): Promise<void> {
  const { uid, gid } = await stat(`${installation.link}/`)
  const target = join(installation.versions, version)
  await rm(target, { recursive: true, force: true })
  await copyMarkets(installation.link, unpacked)
  await rename(unpacked, target)
  const install = spawn(process.execPath, ['stack/boot/boot.mjs', '--install'], {
    cwd: target,
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(INSTALL_TIMEOUT_MS)]),
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  const [code] = await once(install, 'close')
  if (code !== 0) throw new StackError(`The packages of ${version} could not be installed.`)
}
