import { contrastOf, readRgb } from '@bullring/wire/colour/contrast'
import { describe, expect, test } from 'vitest'
import { type BrandColours, brandTokens, contrastProblems, THEMES } from './palette.ts'

function contrast(one = '', other = ''): number {
  const [a, b] = [readRgb(one), readRgb(other)]
  if (a === undefined || b === undefined) throw new Error(`${one} or ${other} is no colour`)
  return contrastOf(a, b)
}

/** Pairs of text and surface that the pages have. */
const PAIRS = [
  ...['--ink', '--ink-soft', '--disabled'].flatMap((text) =>
    ['--paper', '--card', '--paper-deep', '--well', '--card-quiet', '--field'].map(
      (surface) => [text, surface] as const,
    ),
  ),
  ['--accent', '--paper'],
  ['--accent', '--card'],
  ['--accent', '--accent-wash'],
  ['--ink', '--accent-wash'],
  ['--ink', '--segment'],
  ['--accent-deep', '--card'],
  ['--accent-deep', '--accent-wash'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
] as const

const BRANDS: Record<(typeof THEMES)[number], BrandColours[]> = {
  light: [
    { page: '#f2f6fb', card: '#ffffff', text: '#10202e', accent: '#0b4f9e' },
    { page: '#ffffff', card: '#ffffff', text: '#595959', accent: '#767676' },
    { page: '#ffffff', card: '#fafafa', text: '#000000', accent: '#c2185b' },
    // The least contrast with the colours of UP and DOWN.
    { page: '#f0f0f0', card: '#f0f0f0', text: '#3b3b3b', accent: '#6a1b9a' },
  ],
  dark: [
    { page: '#0d1319', card: '#141c24', text: '#e8f0f8', accent: '#8ab8ff' },
    { page: '#000000', card: '#000000', text: '#8a8a8a', accent: '#ff00ff' },
    { page: '#2a2a2a', card: '#333333', text: '#ffffff', accent: '#ffd54f' },
  ],
}

describe('brandTokens', () => {
  test.each(THEMES)('derives tones in which every %s text is readable', (theme) => {
    for (const colours of BRANDS[theme]) {
      const problems = contrastProblems(theme, colours)
      expect({ colours, problems }).toEqual({ colours, problems: [] })
      const tokens = brandTokens(theme, colours)
      for (const [text, surface] of PAIRS) {
        expect({
          theme,
          colours,
          text,
          surface,
          ratio: contrast(tokens[text], tokens[surface]),
        }).toEqual(
          expect.objectContaining({ ratio: expect.toSatisfy((ratio: number) => ratio >= 4.5) }),
        )
      }
    }
  })

  test('keeps soft texts readable as numbers, where the text itself is', () => {
    const tokens = brandTokens('light', { page: '#eef3f9', text: '#0f1c2b' })
    expect(tokens['--ink-soft']).not.toBe('#0f1c2b')
    for (const surface of ['--paper', '--card', '--paper-deep', '--well']) {
      expect(contrast(tokens['--ink-soft'], tokens[surface])).toBeGreaterThanOrEqual(7)
    }
  })

  test('changes nothing that the brand leaves out', () => {
    expect(brandTokens('light', {})).toEqual({})
    expect(Object.keys(brandTokens('light', { accent: '#0b4f9e' }))).not.toContain('--paper')
  })
})
