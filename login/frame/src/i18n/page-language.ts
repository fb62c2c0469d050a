import type { Language } from '@bullring/wire/text/languages'
import { preferredLanguage } from '@bullring/wire/text/visit-language'

/** Returns the language of the app around the frame, else the browser's, else English. */
export function pageLanguage(app: string | undefined): Language {
  return preferredLanguage([...(app === undefined ? [] : [app]), ...navigator.languages])
}
