import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const FOLDER = fileURLToPath(new URL('../src/embed/', import.meta.url))

/**
 * Adds the round card for pages of others: `/embed`, and `/embed.js`, which puts it into a page. Built on their own, so that they
 * share no chunk with the app.
 */
export function embedCard(): Plugin {
  return {
    name: 'embed-card',
    apply: 'build',
    async generateBundle() {
      const card = await compile('card.html', {})
      // A script without a scope: two of them may be in one page.
      const loader = await compile('loader.ts', { format: 'iife', entryFileNames: 'embed.js' })
      for (const file of [...card, ...loader]) {
        const fileName = file.fileName === 'card.html' ? 'embed.html' : file.fileName
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

type Output = Rolldown.RolldownOutput['output'][number]

async function compile(entry: string, output: Rolldown.OutputOptions): Promise<readonly Output[]> {
  const built = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: `${FOLDER}${entry}`, output },
    },
  })
  const results = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return results.flatMap(({ output: files }) => files)
}
