import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Inlines the logo in index.html, so that it is painted before any other file has loaded. */
export function inlineMark(): Plugin {
  const file = new URL('../public/favicon.svg', import.meta.url)
  return {
    name: 'inline-mark',
    transformIndexHtml: (html) => {
      const mark = encodeURIComponent(readFileSync(file, 'utf8'))
      return html.replace('src="/favicon.svg"', `src="data:image/svg+xml,${mark}"`)
    },
  }
}
