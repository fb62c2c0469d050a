import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The page's CSP allows no inline script or data: style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
