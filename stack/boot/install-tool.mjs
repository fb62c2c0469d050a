// Installs a folder of tools/ with its own lockfile, which only some commands need: `node stack/boot/install-tool.mjs browser`.
import { join } from 'node:path'
import { InstallError, installPackages } from './install-packages.mjs'
import { root } from './root.mjs'
import { unpackBrowser } from './unpack-browser.mjs'

const TOOLS = { browser: unpackBrowser, lighthouse: () => {}, solver: () => {} }

const [name] = process.argv.slice(2)
const folder = join(root, 'tools', name)
try {
  await installPackages({
    folder,
    node: { path: process.execPath, version: process.version },
    title: name,
    report: (line) => process.stdout.write(`${line}\n`),
    finish: () => TOOLS[name](folder),
  })
} catch (error) {
  process.stderr.write(`${error instanceof InstallError ? error.message : error.stack}\n`)
  process.exitCode = 1
}
