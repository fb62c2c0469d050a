import { contrastOf, type Rgb, readRgb } from '@bullring/wire/colour/contrast'
import type { Appearance } from './appearance.ts'

/** Least contrast of text (WCAG 2.2, 1.4.3), and of a button with the page (1.4.11). */
const TEXT = 4.5
const SHAPE = 3

/** The colours of each theme that are used beside those of the app. `theme.css` has the same ones. */
const THEMES = {
  light: { page: '#fffdf9', accent: '#854800', onAccent: '#ffffff', texts: ['#1d1812', '#5a4f41'] },
  dark: { page: '#1c1813', accent: '#f0b45c', onAccent: '#14110d', texts: ['#f5eee2', '#bfb3a1'] },
} as const

/** Colours of the app that keep the page readable; `undefined` where the theme's are used. */
type ChosenColours = { accent: string | undefined; background: string | undefined }

/** Returns the app's colours as far as all texts remain readable. */
export function chooseColours({
  theme,
  accent,
  background,
}: Pick<Appearance, 'theme' | 'accent' | 'background'>): ChosenColours {
  const { page, accent: ownAccent, onAccent, texts } = THEMES[theme]
  const isReadablePage = (colour: string) =>
    texts.every((text) => contrast(colour, text) >= TEXT) && contrast(colour, ownAccent) >= SHAPE
  const chosenPage = background !== undefined && isReadablePage(background) ? background : undefined
  const isReadableAccent = (colour: string) =>
    contrast(colour, onAccent) >= TEXT && contrast(colour, chosenPage ?? page) >= SHAPE
  return {
    background: chosenPage,
    accent: accent !== undefined && isReadableAccent(accent) ? accent : undefined,
  }
}

/** Colours that cannot be read have no contrast. */
function contrast(one: string, other: string): number {
  const [first, second]: (Rgb | undefined)[] = [readRgb(one), readRgb(other)]
  return first === undefined || second === undefined ? 0 : contrastOf(first, second)
}
