import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** Code of the wallet modal up to its list of wallets, which a click on "Connect Wallet" needs at once. */
const MODAL_ENTRIES = [
  '../src/features/connect/wallet-modal.tsx',
  '../../../wallet/kit/src/shell/preload-view.ts',
  '../../../wallet/kit/src/views/connect/connect.tsx',
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** Code that only the wallet modal uses. What it shares with the dialogs of the pages is a chunk too. */
const OF_MODAL = /[\\/](wallet[\\/]kit|login[\\/]api|features[\\/]connect)[\\/]/

/**
 * Groups the code that the app starts with into a few chunks, which main.tsx runs one by one, and the code of the wallet
 * modal. On its own the bundler makes a chunk of every set of modules that a later chunk shares: about fifty, and
 * sixty of the modal.
 */
export const startChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    group(
      'start-main',
      /^\0vite\/|[\\/](ui[\\/]src[\\/](import-chunk|failed-styles)|browser[\\/]sleep|i18n[\\/]catalogue|routes[\\/]load-page|telegram[\\/]launch-parameters)\.ts$/,
    ),
    group('start-react', /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/),
    group('start-libraries', /[\\/]node_modules[\\/]/),
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
  ],
}

function group(name: string, test: RegExp): Rolldown.CodeSplittingGroup {
  // "$initial": modules that an entry of vite.config.ts needs from the start, without unused code.
  return { name, test, tags: ['$initial'] }
}

/** Returns the chunk of each module of the wallet modal, null for others. */
function modalChunk(): Rolldown.CodeSplittingNameFunction {
  let modules: ReadonlySet<string> | undefined
  return (id, context) => {
    // Libraries export more than the modal uses: they stay where the bundler puts them.
    modules ??= reachableFrom(MODAL_ENTRIES, (from) =>
      (context.getModuleInfo(from)?.importedIds ?? []).filter((to) => !/node_modules/.test(to)),
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
