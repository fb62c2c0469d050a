import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import { preferredLanguage } from '@bullring/wire/text/visit-language'
import type { Context } from 'hono'

/** Names the language in links to pages behind mails. */
const PARAMETER = 'l'

/** Returns the language of the page or browser that sends a request (RFC 9110, section 12.5.4), by default English. */
export function requestLanguage(c: Context): Language {
  const preferred = (c.req.header('accept-language') ?? '')
    .split(',')
    .map(parsePreference)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  return preferredLanguage(preferred)
}

/** Returns the language of a page behind a mailed link: the mail's, else the browser's. */
export function linkLanguage(c: Context): Language {
  const named = c.req.query(PARAMETER)
  return LANGUAGES.find((language) => language === named) ?? requestLanguage(c)
}

/** Returns the path of a page behind a mailed link, in the language of the mail. */
export function linkPath(path: string, token: string, language: Language): string {
  return `${path}?${new URLSearchParams({ t: token, ...languageParameter(language) })}`
}

/** Returns the path to which the form of such a page is posted, so that the next page has the same language. */
export function formPath(path: string, language: Language): string {
  const parameters = new URLSearchParams(languageParameter(language)).toString()
  return parameters === '' ? path : `${path}?${parameters}`
}

function languageParameter(language: Language): Record<string, string> {
  return language === 'en' ? {} : { [PARAMETER]: language }
}

function parsePreference(part: string): { tag: string; weight: number } {
  const [tag = '', parameter = ''] = part.split(';').map((each) => each.trim())
  const weight = parameter.startsWith('q=') ? Number(parameter.slice(2)) : 1
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}
