import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Adds the product's changelog to the pages: the footer links to it, and nothing here depends on another site. */
export function emitChangelog(): Plugin {
  const file = new URL('../../../CHANGELOG.md', import.meta.url)
  return {
    name: 'emit-changelog',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'changelog.txt',
        source: readFileSync(file, 'utf8'),
      })
    },
  }
}
