import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { findStartModules } from './find-start-modules.ts'

/** Code of the wallet modal up to its list of wallets, which a click on "Connect Wallet" needs at once. */
const MODAL_ENTRIES = [
  '../src/features/connect/wallet-modal.tsx',
  '../../../wallet/kit/src/shell/preload-view.ts',
  '../../../wallet/kit/src/views/connect/connect.tsx',
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

const LIBRARY = /[\\/]node_modules[\\/]/

/** Code that only the wallet modal uses. What it shares with the dialogs of the pages is a chunk too. */
const OF_MODAL = /[\\/](wallet[\\/]kit|login[\\/]api|features[\\/]connect)[\\/]/

/**
 * Groups the code that the app starts with into a few chunks, which main.tsx runs one by one, and the code of the wallet
 * modal. On its own the bundler makes a chunk of every set of modules that a later chunk shares: about fifty, and
 * sixty of the modal.
 *
 * @param entries - The modules that the app starts with, relative to the project's root.
 */
export function startChunks(entries: readonly string[]): Plugin {
  return {
    name: 'start-chunks',
    apply: 'build',
    async config({ root = process.cwd() }) {
      const modules = await findStartModules(root, entries)
      const entryIds = entries.map((entry) => resolve(root, entry))
      const groups = groupsOf(modules, entryIds)
      const codeSplitting = { includeDependenciesRecursively: false, groups }
      return { build: { rolldownOptions: { output: { codeSplitting } } } }
    },
  }
}

function groupsOf(
  startModules: ReadonlySet<string>,
  entryIds: readonly string[],
): Rolldown.CodeSplittingGroup[] {
  return [
    group(
      'start-main',
      /^\0vite\/|[\\/](ui[\\/]src[\\/](import-chunk|failed-styles)|browser[\\/](sleep|open-storage)|i18n[\\/]catalogue|routes[\\/]load-page|telegram[\\/](launch-parameters|earlier-launch))\.ts$/,
    ),
    group('start-react', /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/),
    { name: libraryChunk(startModules, entryIds), test: LIBRARY, debugName: 'start-libraries' },
    // Libraries that chunks for bets, claims and wallets share: viem's calls, ABIs and errors. One by one they were twenty chunks.
    group('chain-libraries', LIBRARY),
    group(
      'start-api',
      /[\\/](base[\\/](errors|wire)|game[\\/](client|rules)|accounts[\\/]safe|(accounts|game|login|wallet)[\\/]api|web[\\/]src[\\/]api)[\\/]/,
    ),
    // Without main.tsx and its styles, which stay in the first chunk.
    group(
      'start-app',
      /[\\/]src[\\/](?!app[\\/]main\.tsx|ui[\\/]theme[\\/](font|theme|base)\.css)/,
    ),
    { name: modalChunk(), debugName: 'modal' },
  ]
}

function group(name: string, test: RegExp): Rolldown.CodeSplittingGroup {
  // "$initial": modules that an entry of vite.config.ts needs from the start, without unused code.
  return { name, test, tags: ['$initial'] }
}

/** Returns the chunk of each module of libraries that the start uses, null for others. */
function libraryChunk(
  startModules: ReadonlySet<string>,
  entryIds: readonly string[],
): Rolldown.CodeSplittingNameFunction {
  return (id, context) => {
    if (startModules.has(id)) return 'start-libraries'
    // Used only later, but by modules of the start: a chunk would delay the start by a request.
    const info = context.getModuleInfo(id)
    const { importedIds = [], importers = [], dynamicImporters = [] } = info ?? {}
    if (dynamicImporters.some((one) => entryIds.includes(one))) return 'start-libraries'
    const isLeaf = importedIds.length === 0
    return isLeaf && importers.some((one) => startModules.has(one)) ? 'start-libraries' : null
  }
}

/** Returns the chunk of each module of the wallet modal, null for others. */
function modalChunk(): Rolldown.CodeSplittingNameFunction {
  let modules: ReadonlySet<string> | undefined
  return (id, context) => {
    // Libraries export more than the modal uses: they stay where the bundler puts them.
    modules ??= reachableFrom(MODAL_ENTRIES, (from) =>
      (context.getModuleInfo(from)?.importedIds ?? []).filter((to) => !LIBRARY.test(to)),
    )
    if (!modules.has(id)) return null
    return OF_MODAL.test(id) ? 'wallet-modal' : 'modal-shared'
  }
}

function reachableFrom(
  entries: readonly string[],
  importsOf: (id: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set(entries)
  for (const id of found) {
    for (const imported of importsOf(id)) found.add(imported)
  }
  return found
}
