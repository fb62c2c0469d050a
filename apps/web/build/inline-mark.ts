import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The mark in index.html as part of it, so that it is painted before anything else has come. */
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
