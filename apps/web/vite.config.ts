import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

/** Where `npm start` serves the game; the dev server passes on what it cannot answer itself. */
const GAME_URL = 'http://127.0.0.1:3000'

/** What main.tsx opens once the opening mark is painted. */
const APP_CHUNK = 'open-app'

/** The mark in index.html as part of it, so that it is painted before anything else has come. */
function inlineMark(): Plugin {
  const file = new URL('public/favicon.svg', import.meta.url)
  return {
    name: 'inline-mark',
    transformIndexHtml: (html) => {
      const mark = encodeURIComponent(readFileSync(file, 'utf8'))
      return html.replace('src="/favicon.svg"', `src="data:image/svg+xml,${mark}"`)
    },
  }
}

/**
 * The page names the app's files from the start, so that they are on their way while the opening mark
 * is painted; otherwise the browser would learn of them only when main.tsx asks.
 */
function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find(({ name }) => name === APP_CHUNK)
        const files = app ? [app.fileName, ...app.imports] : []
        const styles = chunks
          .filter(({ fileName }) => files.includes(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return [
          ...files.map((file) => linkTag({ rel: 'modulepreload', href: `/${file}` })),
          ...styles.map((file) => linkTag({ rel: 'preload', as: 'style', href: `/${file}` })),
        ]
      },
    },
  }
}

function linkTag(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}

export default defineConfig({
  plugins: [react(), inlineMark(), preloadApp()],
  build: { outDir: 'dist', target: 'es2023', sourcemap: true },
  server: {
    proxy: { '/api': GAME_URL, '/config.json': GAME_URL, '/healthz': GAME_URL, '/rpc': GAME_URL },
  },
})
