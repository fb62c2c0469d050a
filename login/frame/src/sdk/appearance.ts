import type { DappPayload, ThemePayload } from '@bullring/login-api/frame-messages/requests'
import type { Language } from '@bullring/wire/text/languages'
import { pageLanguage } from '#i18n/page-language.ts'

/** Look and name of the app. Untrusted. */
export type Appearance = {
  theme: 'light' | 'dark'
  /** CSS colours as the browser serializes them. Not checked: they may make texts unreadable. */
  accent: string | undefined
  background: string | undefined
  appName: string | undefined
  language: Language
}

const MAX_COLOUR_LENGTH = 64

/** Returns `current` with a new theme and language; messages without one keep the last. */
export function withTheme(current: Appearance, payload: ThemePayload): Appearance {
  const variables = payload.w3mThemeVariables
  return {
    ...current,
    theme: payload.themeMode ?? current.theme,
    accent: readColour(variables?.['--w3m-accent']) ?? current.accent,
    background: readColour(variables?.['--w3m-background']) ?? current.background,
    language: payload.language === undefined ? current.language : pageLanguage(payload.language),
  }
}

/** Returns `current` with what the app says about itself. */
export function withDapp(current: Appearance, payload: DappPayload): Appearance {
  return { ...current, appName: payload.metadata?.name ?? current.appName }
}

function readColour(value: string | undefined): string | undefined {
  if (value === undefined || value.length > MAX_COLOUR_LENGTH) return undefined
  return CSS.supports('color', value) ? serialize(value) : undefined
}

/** The browser resolves names and functions, which mean the same everywhere in the page afterwards. */
function serialize(colour: string): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
