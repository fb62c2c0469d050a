import type { Language } from './language.ts'

type OfferedLanguage = { language: Language; name: string }

/**
 * What the language selector offers, each under its own name: the languages in which every
 * catalogue is complete. Spec, section 1: English only.
 */
export const OFFERED_LANGUAGES: readonly OfferedLanguage[] = [{ language: 'en', name: 'English' }]
