import type { Language } from '@bullring/wire/text/languages'

/** Writes a time for people, such as `22 Nov 2026, 11:05 UTC`. */
export function utcTime(unixS: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(unixS * 1_000)} UTC`
}
