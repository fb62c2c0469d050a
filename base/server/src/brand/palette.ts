import { contrastOf, type Rgb, readRgb } from '@bullring/wire/colour/contrast'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Colours of a brand in one theme, as #rrggbb. The product's stand for those that are left out. */
export type BrandColours = Readonly<
  Partial<Record<'page' | 'card' | 'text' | 'accent', string | undefined>>
>

/** The product's, of base/ui/src/tokens.css and game/web/src/ui/theme/theme.css. A brand keeps those of UP and DOWN. */
const PRODUCT = {
  light: {
    page: '#f7f2e8',
    card: '#ffffff',
    text: '#1d1812',
    accent: '#854800',
    up: '#0b756d',
    down: '#bf3517',
  },
  dark: {
    page: '#14110d',
    card: '#1c1813',
    text: '#f5eee2',
    accent: '#f0b45c',
    up: '#45c4b4',
    down: '#ff8466',
  },
} as const satisfies Record<Theme, Record<string, string>>

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const TEXT = 4.5
/** The pages show numbers in soft tones too, which visitors decide by (WCAG 2.2, 1.4.6). */
const NUMBERS = 7

/** Texts on accent: the more readable one is used. */
const ON_ACCENT = ['#ffffff', '#14110d'] as const

/** CSS custom properties and their values. */
export type Tokens = Readonly<Record<string, string>>

/** Returns a sentence for each colour on which, or in which, text could not be read. */
export function contrastProblems(theme: Theme, given: BrandColours): string[] {
  const { page, card, text, accent, up, down } = withProduct(theme, given)
  const surfaces = { page, card }
  const texts = { text, accent, 'the colour of UP': up, 'the colour of DOWN': down }
  return Object.entries(surfaces).flatMap(([surface, behind]) =>
    Object.entries(texts).flatMap(([name, colour]) => {
      const contrast = contrastBetween(colour, behind)
      if (contrast >= TEXT) return []
      const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
      return [
        `colours.${theme}.${surface} (${behind}) has a contrast of ${ratio}:1 with ${name} (${colour}), and text needs 4.5:1`,
      ]
    }),
  )
}

/** Returns the design tokens that a brand changes, and the tones that follow from its colours. */
export function brandTokens(theme: Theme, given: BrandColours): Tokens {
  const colours = withProduct(theme, given)
  const { page, card, text, accent } = given
  const hasSurfaces = page !== undefined || card !== undefined || text !== undefined
  const surfaces = hasSurfaces ? surfaceTokens(theme, colours) : {}
  return { ...surfaces, ...(accent === undefined ? {} : accentTokens(colours)) }
}

type Colours = ReturnType<typeof withProduct>

function withProduct(theme: Theme, given: BrandColours) {
  const { page, card, text, accent, up, down } = PRODUCT[theme]
  return {
    page: given.page ?? page,
    card: given.card ?? card,
    text: given.text ?? text,
    accent: given.accent ?? accent,
    up,
    down,
  }
}

function surfaceTokens(theme: Theme, { page, card, text, up, down }: Colours): Tokens {
  const readers = [text, up, down]
  const deep = surfaceTone(page, text, 0.06, readers)
  const well = surfaceTone(card, text, 0.05, readers)
  const surfaces = [page, card, deep, well]
  return {
    '--page': `var(--app-background, ${page})`,
    '--paper': page,
    '--paper-deep': deep,
    '--paper-deeper': mix(page, text, 0.12),
    '--well': well,
    '--well-deep': mix(card, text, 0.1),
    '--card': card,
    '--card-quiet': mix(card, page, 0.5),
    '--card-hover': surfaceTone(card, text, 0.03, readers),
    '--field': card,
    '--segment': theme === 'light' ? card : mix(card, text, 0.15),
    '--veiled': alpha(card, 60),
    '--line': mix(page, text, 0.12),
    '--line-strong': mix(page, text, 0.26),
    '--ink': text,
    '--ink-soft': textTone(text, { other: page, share: 0.28, surfaces, least: NUMBERS }),
    '--disabled': textTone(text, { other: page, share: 0.38, surfaces, least: TEXT }),
    '--bone': alpha(text, 12),
    '--grid': alpha(text, 12),
    '--seats': alpha(text, 12),
  }
}

function accentTokens({ page, card, text, accent }: Colours): Tokens {
  return {
    '--accent': accent,
    '--on-accent': onAccent(accent),
    '--accent-hover': mix(accent, text, 0.14),
    '--accent-deep': mix(accent, text, 0.25),
    '--accent-deeper': mix(accent, text, 0.35),
    '--accent-bright': accent,
    '--accent-line': mix(page, accent, 0.45),
    '--accent-wash': surfaceTone(card, accent, 0.1, [text, accent]),
    '--accent-glow': alpha(accent, 14),
    '--band': alpha(accent, 9),
    '--focus': accent,
    '--focus-ring': `0 0 0 3px ${alpha(accent, 24)}`,
  }
}

function onAccent(accent: string): string {
  const [light, dark] = ON_ACCENT
  return contrastBetween(light, accent) >= contrastBetween(dark, accent) ? light : dark
}

/** Mixes a surface with another colour as far as texts on it stay readable. */
function surfaceTone(
  surface: string,
  other: string,
  share: number,
  texts: readonly string[],
): string {
  return furthest(surface, { other, share }, (tone) =>
    texts.every((text) => contrastBetween(text, tone) >= TEXT),
  )
}

type TextMix = { other: string; share: number; surfaces: readonly string[]; least: number }

/** Mixes a text's colour with another one as far as it keeps the least contrast with the surfaces. */
function textTone(text: string, { surfaces, least, ...mixture }: TextMix): string {
  return furthest(text, mixture, (tone) =>
    surfaces.every((surface) => contrastBetween(tone, surface) >= least),
  )
}

const STEPS = 20

/** Returns the tone of the largest share that is fit; the colour itself where none is. */
function furthest(
  colour: string,
  { other, share }: { other: string; share: number },
  isFit: (tone: string) => boolean,
): string {
  for (let step = STEPS; step > 0; step -= 1) {
    const tone = mix(colour, other, (share * step) / STEPS)
    if (isFit(tone)) return tone
  }
  return colour
}

function mix(one: string, other: string, share: number): string {
  const [from, to] = [rgbOf(one), rgbOf(other)]
  const channels = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? channel) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function alpha(colour: string, percent: number): string {
  return `rgb(${rgbOf(colour).join(' ')} / ${percent}%)`
}

function contrastBetween(one: string, other: string): number {
  return contrastOf(rgbOf(one), rgbOf(other))
}

function rgbOf(colour: string): Rgb {
  const rgb = readRgb(colour)
  if (rgb === undefined) throw new TypeError(`${colour} is no colour of six hexadecimal digits.`)
  return rgb
}
