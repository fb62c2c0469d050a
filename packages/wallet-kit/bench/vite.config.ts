import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds one page, named by the mode: the pages must not share chunks. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { input: fileURLToPath(new URL(`${mode}.html`, import.meta.url)) },
  },
}))
