import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Finds the native program of a Foundry tool's npm package.
 *
 * The package's command is a Node shim that exits with 0 even if the tool fails, and killing it can leave the tool
 * running.
 *
 * @throws When npm has no build of the tool for this platform.
 */
export function foundryBinary(tool: 'anvil' | 'forge'): string {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch
  const shim = createRequire(import.meta.url).resolve(`@foundry-rs/${tool}/package.json`)
  const platformPackage = `@foundry-rs/${tool}-${process.platform}-${processor}/package.json`
  const folder = dirname(createRequire(shim).resolve(platformPackage))
  return join(folder, 'bin', process.platform === 'win32' ? `${tool}.exe` : tool)
}
