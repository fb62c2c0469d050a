import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InstallError } from './install-packages.mjs'

const PROBE_TIMEOUT_MS = 60_000

/** The program, a font for machines without one, and the libraries that a server may lack. */
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']

/** Starts Chromium with its libraries, a set that belongs together, and with its font besides this machine's. */
const START_SCRIPT = `#!/bin/sh
folder=$(dirname "$0")
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`

const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Unpacks the Chromium that the package in \`folder\` holds, and starts it once.
 *
 * @throws {InstallError} if it does not run on this machine.
 */
export async function unpackBrowser(folder) {
  const modules = join(folder, 'node_modules')
  const target = join(modules, '.chromium')
  const source = join(modules, '@sparticuz/chromium')
  mkdirSync(target)
  // The library unpacks into the folder for temporary files.
  process.env.TMPDIR = target
  const { inflate } = await import(pathToFileURL(join(source, 'build/index.js')).href)
  for (const archive of ARCHIVES) await inflate(join(source, 'bin', archive))
  writeFileSync(join(target, 'fonts.conf'), FONT_SETTINGS)
  const program = join(target, 'chromium.sh')
  writeFileSync(program, START_SCRIPT, { mode: 0o755 })
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe', timeout: PROBE_TIMEOUT_MS })
  } catch (cause) {
    throw new InstallError('Chromium from npm does not start on this machine.', { cause })
  }
}
