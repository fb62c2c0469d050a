import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm start` serves the game; the dev server passes on what it cannot answer itself. */
const GAME_URL = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', target: 'es2023', sourcemap: true },
  server: {
    proxy: { '/api': GAME_URL, '/config.json': GAME_URL, '/healthz': GAME_URL, '/rpc': GAME_URL },
  },
})
