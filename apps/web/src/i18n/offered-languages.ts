import type { Language } from '@bullring/wire/game-api/languages'

type OfferedLanguage = { language: Language; name: string }

/**
 * Options of the language selector, each in its own language: those into which all messages are
 * translated. English only (R-PAGE-5).
 */
export const OFFERED_LANGUAGES: readonly OfferedLanguage[] = [{ language: 'en', name: 'English' }]
