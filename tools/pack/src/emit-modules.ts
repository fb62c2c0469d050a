import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin, preprocessCSS, resolveConfig } from 'vite'
import { entriesOf } from './entries.ts'
import { folderOf, type Library, type Manifest, sourceOf } from './workspace.ts'

/** Folder of the style sheets, beside the modules. */
const STYLES = 'styles'
/** Tells style sheets of the same name apart. */
const HASH_LENGTH = 8

/**
 * Compiles a library to ES modules: one per entry point, and one per part that loads on demand. What it uses of unpublished packages
 * is included. Other packages are imported by name.
 *
 * @returns The packages that the modules import.
 */
export async function emitModules(
  library: Library,
  manifest: Manifest,
  outDir: string,
): Promise<ReadonlySet<string>> {
  const entries = entriesOf(manifest)
  const result = await build({
    configFile: false,
    root: folderOf(library),
    logLevel: 'error',
    // Vite would take the development runtime where NODE_ENV is not `production`.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [styleSheets(library), sources(library)],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      minify: false,
      cssMinify: false,
      modulePreload: false,
      lib: {
        formats: ['es'],
        entry: Object.fromEntries(
          entries.map(({ name, source }) => [name, join(folderOf(library), source)]),
        ),
      },
      rolldownOptions: {
        external: (id) =>
          id.startsWith('node:') || (isPackage(id) && sourceOf(library, id) === null),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          banner: ({ facadeModuleId }) =>
            facadeModuleId?.endsWith('.tsx') === true ? "'use client'" : '',
        },
      },
    },
  })
  const imported = new Set<string>()
  for (const { output } of [result].flat().filter((part) => 'output' in part)) {
    for (const chunk of output) {
      if (chunk.type !== 'chunk') continue
      for (const id of [...chunk.imports, ...chunk.dynamicImports])
        if (isPackage(id) && !output.some(({ fileName }) => fileName === id))
          imported.add(packageName(id))
    }
  }
  return imported
}

function isPackage(id: string): boolean {
  return /^[@\w]/.test(id) && !id.startsWith('node:')
}

function packageName(id: string): string {
  const [first = '', second = ''] = id.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Resolves imports of this repository's sources. */
function sources(library: Library): Plugin {
  return {
    name: 'sources',
    enforce: 'pre',
    resolveId: (specifier) => sourceOf(library, specifier),
  }
}

/** Compiles each CSS module to a plain style sheet that its module imports, so that any bundler can load it. */
function styleSheets(library: Library): Plugin {
  const config = resolveConfig(
    { configFile: false, root: folderOf(library) },
    'build',
    'production',
  )
  return {
    name: 'style-sheets',
    enforce: 'pre',
    resolveId: (specifier, importer = '') => {
      if (specifier.startsWith(`./${STYLES}/`)) return { id: specifier, external: true }
      if (!specifier.endsWith('.module.css')) return null
      return `${sourceOf(library, specifier) ?? join(dirname(importer), specifier)}.js`
    },
    load: {
      filter: { id: /\.module\.css\.js$/ },
      async handler(id) {
        const file = id.slice(0, -'.js'.length)
        const { code, modules } = await preprocessCSS(
          await readFile(file, 'utf8'),
          file,
          await config,
        )
        const fileName = styleSheetOf(library, file)
        this.emitFile({ type: 'asset', fileName, source: code })
        const text = `import './${fileName}'\nexport default ${JSON.stringify(modules ?? {})}\n`
        return { code: text, moduleType: 'js', moduleSideEffects: true }
      },
    },
  }
}

function styleSheetOf(library: Library, file: string): string {
  const path = relative(folderOf(library), file)
  const hash = createHash('sha256').update(path).digest('hex').slice(0, HASH_LENGTH)
  return `${STYLES}/${basename(file, '.module.css')}-${hash}.css`
}
