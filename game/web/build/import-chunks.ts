import type { Plugin } from 'vite'

const DYNAMIC_IMPORT = /\bimport\(([`"'])(\.\/[^`"']+)\1\)/g

/** Makes the built code import chunks with `importChunk` (src/browser/import-chunk.ts), which can repeat an import that failed. */
export function importChunks(): Plugin {
  return {
    name: 'import-chunks',
    apply: 'build',
    generateBundle: {
      // Vite looks for dynamic imports here, to preload what they need.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(
            DYNAMIC_IMPORT,
            'globalThis.importChunk(new URL("$2",import.meta.url).href)',
          )
        }
      },
    },
  }
}
