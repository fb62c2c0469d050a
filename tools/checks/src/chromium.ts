import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 10 * 60_000

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** No browser for the browser tests, and no way to get one here. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError'
}

/**
 * Path of a Chromium for the browser tests; on Debian as root it is installed when there is none.
 *
 * @param preferred - The operator's own choice, from CHROMIUM.
 * @throws {NoBrowserError} saying what to install.
 */
export async function chromiumPath(preferred: string | undefined): Promise<string> {
  const places = preferred === undefined ? PLACES : [preferred]
  const found = await firstPresent(places)
  if (found !== null) return found
  if (preferred !== undefined) throw new NoBrowserError(`CHROMIUM names no file: ${preferred}`)
  if (process.getuid?.() === 0 && (await firstPresent(['/usr/bin/apt-get'])) !== null) {
    await installWithApt()
    const installed = await firstPresent(PLACES)
    if (installed !== null) return installed
  }
  throw new NoBrowserError(
    'The browser tests need Chromium or Chrome. Install one (Debian: sudo apt-get install chromium) or set CHROMIUM to its path.',
  )
}

async function installWithApt(): Promise<void> {
  const options = {
    timeout: INSTALL_TIMEOUT_MS,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  }
  await run('apt-get', ['update'], options)
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

async function firstPresent(places: readonly string[]): Promise<string | null> {
  for (const place of places) {
    const isPresent = await access(place).then(
      () => true,
      () => false,
    )
    if (isPresent) return place
  }
  return null
}
