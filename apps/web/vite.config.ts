import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { inlineMark } from './build/inline-mark.ts'
import { preloadApp } from './build/preload-app.ts'
import { startChunks } from './build/start-chunks.ts'

/** Where `npm start` serves the game; the dev server passes on what it cannot answer itself. */
const GAME_URL = 'http://127.0.0.1:3000'

/** What main.tsx opens once the opening mark is painted. */
const OPENING = 'src/app/mount-app.tsx'

const build: BuildEnvironmentOptions = { outDir: 'dist', target: 'es2023', sourcemap: true }

export default defineConfig({
  plugins: [
    react(),
    inlineMark(),
    preloadApp(OPENING),
    startChunks(OPENING, { plugins: [react()], build }),
  ],
  build,
  server: {
    proxy: {
      '/api': GAME_URL,
      '/config.json': GAME_URL,
      '/healthz': GAME_URL,
      '/rpc': GAME_URL,
      '/wallet': GAME_URL,
    },
  },
})
