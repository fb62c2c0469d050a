import { requestLanguage } from '@bullring/server/http/request-language'
import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import type { Context } from 'hono'

/** Names the language in links to pages behind mails. */
const PARAMETER = 'l'

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
