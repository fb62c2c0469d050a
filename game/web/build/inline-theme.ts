import type { Plugin } from 'vite'
import { applyTheme } from '../src/settings/apply-theme.ts'
import { SETTINGS_KEY } from '../src/settings/settings-key.ts'

/**
 * Puts a script into index.html that applies the theme before the first paint: a dark page must not
 * flash light. The game service allows it in the page's policy by its hash.
 */
export function inlineTheme(): Plugin {
  // Storage can be blocked, and what it holds can be damaged.
  const script = `try{(${applyTheme})(localStorage.getItem('${SETTINGS_KEY}'))}catch{}`
  return {
    name: 'inline-theme',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head' }],
  }
}
