import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of each mode. */
const PAGES: Readonly<Record<string, string>> = {
  bare: 'bare.html',
  'with-kit': 'with-kit.html',
  'with-embedded-wallet': 'with-kit.html',
}

/** Builds the page of the mode: the pages must not share chunks. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { input: fileURLToPath(new URL(PAGES[mode] ?? mode, import.meta.url)) },
  },
}))
