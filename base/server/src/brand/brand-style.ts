import { brandTokens, THEMES } from './palette.ts'
import type { Brand } from './read-brand.ts'

/** Wins against the pages' own rules, whatever the order in which they load. */
const SELECTORS = {
  light: ':root:root:not([data-theme="dark"])',
  dark: ':root:root[data-theme="dark"]',
} as const

/** The product's logo is inverted in the dark; a brand's has its own colours. */
const LOGO_RULE = ':root:root:root .start img { filter: none }\n'

/** Returns the stylesheet with the brand's design tokens, which pages load after theirs. */
export function brandStyle({ colours, logo }: Pick<Brand, 'colours' | 'logo'>): string {
  const rules = THEMES.flatMap((theme) => {
    const tokens = Object.entries(brandTokens(theme, colours[theme]))
    if (tokens.length === 0) return []
    const lines = tokens.map(([name, value]) => `  ${name}: ${value};\n`)
    return [`${SELECTORS[theme]} {\n${lines.join('')}}\n`]
  })
  return `${rules.join('')}${logo === null ? '' : LOGO_RULE}`
}
