import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)

/** A drop in a ring: a logo that differs from the product's. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<circle cx="16" cy="16" r="13" fill="none" stroke="#3b7dd8" stroke-width="4"/>
<path d="M16 8c4 5 5 7 5 9a5 5 0 0 1-10 0c0-2 1-4 5-9z" fill="#3b7dd8"/></svg>`

/** Text files of the example, in the order of their pages. */
const TEXTS = ['rules.en', 'terms.en', 'terms.es', 'privacy.en', 'imprint.en']

/**
 * Writes the example of docs/brand.md, and files as it names them.
 *
 * @returns the path of the example.
 */
export function writeExampleBrand(folder: string): string {
  const document = readFileSync(new URL('docs/brand.md', ROOT), 'utf8')
  const [, example] = /```json\n(.*?)```/s.exec(document) ?? []
  if (example === undefined) throw new Error('docs/brand.md has no example')
  const path = join(folder, 'brand.json')
  writeFileSync(path, example)
  writeFileSync(join(folder, 'logo.svg'), LOGO)
  copyFileSync(
    fileURLToPath(new URL('game/web/public/icon-512.png', ROOT)),
    join(folder, 'icon.png'),
  )
  for (const name of TEXTS) {
    writeFileSync(join(folder, `${name}.txt`), `# First\n\nText of ${name}.\n\nThe end.\n`)
  }
  return path
}
