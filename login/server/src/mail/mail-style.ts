import { brandTokens, type Tokens } from '@bullring/server/brand/palette'
import type { Brand } from '@bullring/server/brand/read-brand'

/** Colours of the game in light: mail clients that ignore the style sheet show these. */
const LIGHT = {
  paper: '#f7f2e8',
  card: '#ffffff',
  line: '#e3d9c6',
  ink: '#1d1812',
  soft: '#5a4f41',
  amber: '#854800',
  wash: '#fcf0da',
  onAmber: '#ffffff',
} as const

const DARK = {
  paper: '#17130d',
  card: '#221c14',
  line: '#443829',
  ink: '#f6eee0',
  soft: '#c3b5a0',
  amber: '#f0b45b',
  wash: '#3a2b14',
  onAmber: '#1d1812',
} as const

/** Colours of a mail's parts. */
export type MailColours = Readonly<Record<keyof typeof LIGHT, string>>

/** Returns the light colours, and the style sheet with the dark ones. */
export function mailLook(brand: Brand | null): { colours: MailColours; style: string } {
  const { light = {}, dark = {} } = brand?.colours ?? {}
  return {
    colours: coloursOf(LIGHT, brandTokens('light', light)),
    style: styleOf(coloursOf(DARK, brandTokens('dark', dark))),
  }
}

function coloursOf(usual: MailColours, tokens: Tokens): MailColours {
  return {
    paper: tokens['--paper'] ?? usual.paper,
    card: tokens['--card'] ?? usual.card,
    line: tokens['--line'] ?? usual.line,
    ink: tokens['--ink'] ?? usual.ink,
    soft: tokens['--ink-soft'] ?? usual.soft,
    amber: tokens['--accent'] ?? usual.amber,
    wash: tokens['--accent-wash'] ?? usual.wash,
    onAmber: tokens['--on-accent'] ?? usual.onAmber,
  }
}

/** Dark colours, for clients that know the media query. The others invert the light ones themselves. */
function styleOf({ paper, card, line, ink, soft, amber, wash, onAmber }: MailColours): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { color: inherit }
@media (prefers-color-scheme: dark) {
  .paper { background: ${paper} !important }
  .card { background: ${card} !important; border-color: ${line} !important }
  .ink { color: ${ink} !important }
  .soft { color: ${soft} !important; border-color: ${line} !important }
  .code { background: ${wash} !important; color: ${ink} !important }
  .button { background: ${amber} !important; color: ${onAmber} !important }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important } }
`
}
