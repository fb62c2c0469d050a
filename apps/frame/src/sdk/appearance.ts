import type { DappPayload, ThemePayload } from '@bullring/wire/embedded/frame-messages/requests'
import type { Language } from '@bullring/wire/text/languages'
import { pageLanguage } from '#i18n/page-language.ts'

/** How the app looks and what it calls itself. Untrusted. */
export type Appearance = {
  theme: 'light' | 'dark'
  /** CSS colours, already checked. */
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
  return CSS.supports('color', value) ? value : undefined
}
