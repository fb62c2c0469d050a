import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Pages that call the vault. */
const PAGES = ['sdk.html', 'approval.html', 'dashboard.html']

/** As in the sources of the pages: without a vault, and with one once they were stamped. */
const VAULT_META = /<meta name="vault" content="[^"]*"/

/**
 * Writes the vault's URL into the built pages of the frame, which refuse every other one. Done once, at deployment: what
 * serves the pages later has no say in it.
 *
 * @param folder - Folder of the built frame.
 * @param vaultUrl - Without a slash at the end.
 * @throws {Error} when the folder holds no built frame.
 */
export async function stampFrame(folder: string, vaultUrl: string): Promise<void> {
  for (const page of PAGES) {
    const path = join(folder, page)
    const html = await readFile(path, 'utf8')
    if (!VAULT_META.test(html)) throw new Error(`${path} is no page of a built frame.`)
    await writeFile(
      path,
      html.replace(VAULT_META, () => vaultMeta(vaultUrl)),
    )
  }
}

/** Returns whether a page was stamped with this vault. */
export function isStamped(html: string, vaultUrl: string): boolean {
  return html.includes(vaultMeta(vaultUrl))
}

function vaultMeta(vaultUrl: string): string {
  return `<meta name="vault" content="${vaultUrl}"`
}
