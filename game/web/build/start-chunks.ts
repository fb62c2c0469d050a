import type { Rolldown } from 'vite'

/**
 * Groups the code that the app starts with into a few chunks, which main.tsx runs one by one. On its
 * own the bundler makes a chunk of every set of modules that a later chunk shares: about fifty.
 */
export const startChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    group(
      'start-main',
      /^\0vite\/|[\\/](browser[\\/](sleep|import-chunk)|i18n[\\/]catalogue|routes[\\/]load-page)\.ts$/,
    ),
    group('start-react', /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/),
    group('start-libraries', /[\\/]node_modules[\\/]/),
    group(
      'start-api',
      /[\\/](base[\\/](errors|wire)|game[\\/]rules|(accounts|game|login|wallet)[\\/]api|web[\\/]src[\\/]api)[\\/]/,
    ),
    // Without main.tsx and its styles, which stay in the first chunk.
    group(
      'start-app',
      /[\\/]src[\\/](?!app[\\/]main\.tsx|ui[\\/]theme[\\/](font|theme|base)\.css)/,
    ),
  ],
}

function group(name: string, test: RegExp): Rolldown.CodeSplittingGroup {
  // "$initial": modules that an entry of vite.config.ts needs from the start, without unused code.
  return { name, test, tags: ['$initial'] }
}
