import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { compileMessages } from './compile-messages.ts'

/**
 * Returns the ids of the modules of which code runs before any dynamic import: those of a build without what such imports load.
 * The bundler's own tag for them, "$initial", also counts what files of exports, like that of viem, name for other modules.
 */
export async function findStartModules(
  root: string,
  entries: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react(), compileMessages(), withoutDynamicImports(), collectModules(found)],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: [...entries], preserveEntrySignatures: 'strict' },
    },
  })
  return found
}

function withoutDynamicImports(): Plugin {
  return {
    name: 'without-dynamic-imports',
    resolveDynamicImport: (specifier) => ({ id: `later:${String(specifier)}`, external: true }),
  }
}

function collectModules(found: Set<string>): Plugin {
  return {
    name: 'collect-modules',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          if (renderedLength > 0) found.add(id)
        }
      }
    },
  }
}
