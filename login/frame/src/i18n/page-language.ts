import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import { visitLanguage } from '@bullring/wire/text/visit-language'

/** Returns the language of the app around the frame, else the browser's, else English. */
export function pageLanguage(app: string | undefined): Language {
  const preferred = [...(app === undefined ? [] : [app]), ...navigator.languages]
  return visitLanguage(LANGUAGES, { chosen: null, preferred })
}
