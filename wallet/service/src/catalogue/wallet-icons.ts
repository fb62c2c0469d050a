import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const FOLDER = new URL('icons/', import.meta.url)

/**
 * Reads the icons of wallets that may be shipped (docs/wallet-icons.md).
 *
 * @returns SVG documents by the name of the wallet, in lower case with hyphens: "trust-wallet".
 */
export function readWalletIcons(): ReadonlyMap<string, string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.svg'))
  return new Map(
    files.map((file) => [basename(file, '.svg'), readFileSync(new URL(file, FOLDER), 'utf8')]),
  )
}

/** Returns the name under which the icon of a bundled wallet is stored. */
export function iconName(walletName: string): string {
  return walletName.toLowerCase().replaceAll(' ', '-')
}
