import { basename, dirname, join } from 'node:path/posix'
import type { Plugin, Rolldown } from 'vite'

const DYNAMIC_IMPORT = /\bimport\(([`"'])(\.\/[^`"']+)\1\)/g

/**
 * Makes the built code import chunks with `importChunk` (src/import-chunk.ts), which can repeat an import that failed.
 *
 * @param startEntry - Module, relative to the project's root, whose chunks the page preloads: without them it does not start.
 */
export function importChunks(startEntry?: string): Plugin {
  return {
    name: 'import-chunks',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // A preload that fails also counts as a failed module.
          resolveDependencies: (_file, needed, { hostType }) =>
            hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
        },
      },
    }),
    generateBundle: {
      // Vite looks for dynamic imports here, to load their styles first.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const start = chunks.find(
          ({ facadeModuleId }) => startEntry !== undefined && facadeModuleId?.endsWith(startEntry),
        )
        const preloaded = withImports(start === undefined ? [] : [start], byName)
        for (const chunk of chunks) {
          const loaded = new Set([...preloaded, ...withImports([chunk], byName)])
          chunk.code = chunk.code.replace(DYNAMIC_IMPORT, (plain, _quote, file: string) => {
            const target = byName.get(join(dirname(chunk.fileName), file))
            if (target === undefined) throw new Error(`${chunk.fileName} imports no chunk: ${file}`)
            if (loaded.has(target)) return plain
            const needed = [...withImports([target], byName)].filter((each) => !loaded.has(each))
            const styles = needed.flatMap(({ viteMetadata }) => [
              ...(viteMetadata?.importedCss ?? []),
            ])
            const files = [...needed.map(({ fileName }) => fileName), ...new Set(styles)].map(
              (name) => `./${basename(name)}`,
            )
            return `globalThis.importChunk(import.meta.url,${JSON.stringify(files)})`
          })
        }
      },
    },
  }
}

/** Returns chunks, first, and all that they import statically. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
): Set<Rolldown.OutputChunk> {
  const found = new Set(chunks)
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = byName.get(name)
      if (imported !== undefined) found.add(imported)
    }
  }
  return found
}
