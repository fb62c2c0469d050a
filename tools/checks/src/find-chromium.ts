import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 10 * 60_000

/** The headless shell is the same engine without windows: the tests take a fifth less time with it. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const APT_GET = '/usr/bin/apt-get'
const INSTALL_COMMANDS = [
  ['update'],
  ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
] as const

/** There is no browser for the browser tests, and none may be installed here. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError'
}

/**
 * Returns the path of a Chromium for the browser tests. Installs one with apt-get only in CI
 * (`CI=true`). Elsewhere the error names the command.
 *
 * @param env - CHROMIUM names a browser, CI=true allows apt-get.
 * @param report - Called with each command before it runs.
 * @throws {NoBrowserError} with what to install.
 */
export async function findChromium(
  env: Readonly<Record<string, string | undefined>>,
  report: (line: string) => void,
): Promise<string> {
  const { CHROMIUM: preferred } = env
  const found = await firstPresent(preferred === undefined ? PATHS : [preferred])
  if (found !== null) return found
  if (preferred !== undefined) throw new NoBrowserError(`CHROMIUM names no file: ${preferred}`)
  const sudo = await sudoToInstall(env)
  if (sudo !== null) {
    await installWithApt(sudo, report)
    const installed = await firstPresent(PATHS)
    if (installed !== null) return installed
  }
  throw new NoBrowserError(
    'The browser tests need Chromium or Chrome. Install one (Debian: sudo apt-get install chromium-headless-shell), set CHROMIUM to its path, or CI=true to have it installed.',
  )
}

/** Prefix of the commands that install a browser; null where none may be installed. */
async function sudoToInstall(
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[] | null> {
  if (env['CI'] !== 'true' || (await firstPresent([APT_GET])) === null) return null
  return process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
}

async function installWithApt(
  sudo: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  for (const args of INSTALL_COMMANDS) {
    const [command = APT_GET, ...rest] = [...sudo, APT_GET, ...args]
    report(`no Chromium found, running: ${[command, ...rest].join(' ')}`)
    await run(command, rest, {
      timeout: INSTALL_TIMEOUT_MS,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
  }
}

async function firstPresent(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const isPresent = await access(path).then(
      () => true,
      () => false,
    )
    if (isPresent) return path
  }
  return null
}
