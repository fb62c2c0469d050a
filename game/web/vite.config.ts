import { importChunks } from '@bullring/ui/build/import-chunks'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './build/compile-messages.ts'
import { embedCard } from './build/embed-card.ts'
import { emitChangelog } from './build/emit-changelog.ts'
import { inlineMark } from './build/inline-mark.ts'
import { inlineTheme } from './build/inline-theme.ts'
import { precompress } from './build/precompress.ts'
import { preloadApp } from './build/preload-app.ts'
import { serviceWorker } from './build/service-worker.ts'
import { startChunks } from './build/start-chunks.ts'

/** Address of the game service started by `npm start`. The dev server proxies its paths. */
const GAME_URL = 'http://127.0.0.1:3000'

/** The module that main.tsx imports once the logo is painted. An entry, so that its code can be grouped. */
const APP_ENTRY = 'src/app/mount-app.tsx'

export default defineConfig({
  plugins: [
    react(),
    compileMessages(),
    emitChangelog(),
    inlineMark(),
    inlineTheme(),
    preloadApp(APP_ENTRY),
    importChunks(APP_ENTRY),
    startChunks(['src/app/main.tsx', APP_ENTRY]),
    serviceWorker(),
    embedCard(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: { input: { index: 'index.html', 'start-app': APP_ENTRY } },
  },
  server: {
    proxy: {
      '/api': GAME_URL,
      '/changelog.txt': GAME_URL,
      '/config.json': GAME_URL,
      '/embed': GAME_URL,
      '/healthz': GAME_URL,
      '/openapi.json': GAME_URL,
      '/rpc': GAME_URL,
      '/wallet': GAME_URL,
    },
  },
})
