import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

const SOURCE = new URL('../service-worker/sw.ts', import.meta.url)
const PATH = '/sw.js'

/** Serves the service worker at /sw.js, whose place decides which pages it may act for. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: await compile() })
    },
    configureServer(server) {
      server.middlewares.use(PATH, (_request, response, next) => {
        compile().then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
  }
}

async function compile(): Promise<string> {
  const source = await readFile(SOURCE, 'utf8')
  const { code } = await transformWithOxc(source, SOURCE.pathname)
  return code
}
