import { resolve } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** The files of the start, in the order in which main.tsx has them run. */
const FILES = [
  { name: 'start-react', holds: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'start-libraries', holds: /[\\/]node_modules[\\/]/ },
  { name: 'start-messages', holds: /[\\/](packages[\\/]wire|web[\\/]src[\\/]api)[\\/]/ },
]
const LAST_FILE = 'start-app'

/**
 * Puts what the app needs from the start into four files. By itself the bundler makes one of every set
 * of modules that some later part needs too: some fifty, each a request of its own.
 *
 * Which modules these are is known once unused code is gone: it is read off a first build.
 *
 * @param opening - Module that main.tsx imports to open the app, relative to the project's root.
 * @param options - What the app is built with otherwise.
 */
export function startChunks(opening: string, options: InlineConfig): Plugin {
  return {
    name: 'start-chunks',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const startModules = await modulesAtStart(resolve(root, opening), { ...options, root })
      const codeSplitting = {
        groups: [
          {
            debugName: 'start',
            name: (id: string) => FILES.find(({ holds }) => holds.test(id))?.name ?? LAST_FILE,
            test: (id: string) => startModules.has(id),
          },
        ],
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting } } } }
    },
  }
}

/** Every module that comes with `opening`, without those that are there before it. */
async function modulesAtStart(opening: string, options: InlineConfig): Promise<Set<string>> {
  const output = await build({
    ...options,
    configFile: false,
    logLevel: 'error',
    build: { ...options.build, write: false, sourcemap: false, minify: false },
  })
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const file of [output].flat().flatMap((one) => ('output' in one ? one.output : []))) {
    if (file.type === 'chunk') chunks.set(file.fileName, file)
  }
  const modulesFrom = (isFirst: (chunk: Rolldown.OutputChunk) => boolean) =>
    new Set(
      withImports([...chunks.values()].filter(isFirst), chunks).flatMap((chunk) => chunk.moduleIds),
    )
  const before = modulesFrom(({ isEntry }) => isEntry)
  const atStart = modulesFrom(({ facadeModuleId }) => facadeModuleId === opening)
  return new Set([...atStart].filter((id) => !before.has(id)))
}

/** The chunks and all that they import, directly or not. */
function withImports(
  first: readonly Rolldown.OutputChunk[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Rolldown.OutputChunk[] {
  const found = new Set(first)
  for (const chunk of found) {
    for (const file of chunk.imports) {
      const imported = chunks.get(file)
      if (imported) found.add(imported)
    }
  }
  return [...found]
}
