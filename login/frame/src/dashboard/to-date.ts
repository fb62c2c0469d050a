import type { Language } from '@bullring/wire/text/languages'

/** Formats Unix seconds as date and time. */
export function toDate(seconds: number, language: Language): string {
  return new Date(seconds * 1_000).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
}
