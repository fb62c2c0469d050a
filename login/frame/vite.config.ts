import { importChunks } from '@bullring/ui/build/import-chunks'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), importChunks()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: true,
    // The strict CSP of the pages allows no inline script or data: style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        sdk: 'sdk.html',
        approval: 'approval.html',
        dashboard: 'dashboard.html',
        'oauth-callback': 'oauth-callback.html',
      },
      output: {
        // The texts of a language are one file.
        codeSplitting: { groups: [{ name: languageOf, debugName: 'languages' }] },
      },
    },
  },
})

/** Returns the language of a catalogue; null for other modules. */
function languageOf(module: string): string | null {
  return /\/catalogues\/([\w-]+)\.json$/.exec(module)?.[1] ?? null
}
