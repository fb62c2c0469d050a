import type { Catalogue, Translated } from '@bullring/wire/text/catalogue'
import type { Language } from '@bullring/wire/text/languages'
import es from './catalogues/es.json' with { type: 'json' }
import ptBr from './catalogues/pt-BR.json' with { type: 'json' }
import tr from './catalogues/tr.json' with { type: 'json' }
import vi from './catalogues/vi.json' with { type: 'json' }
import zhCn from './catalogues/zh-CN.json' with { type: 'json' }
import { COMMON_ENGLISH } from './english.ts'

type Common = Translated<typeof COMMON_ENGLISH>

const COMMON: Readonly<Record<Language, Common>> = {
  en: COMMON_ENGLISH,
  es,
  'pt-BR': ptBr,
  tr,
  vi,
  'zh-CN': zhCn,
}

/** Creates a function that returns the texts of a service in a language, with those of both services. */
export function createTexts<english extends Catalogue>(
  english: english,
  others: Readonly<Record<Exclude<Language, 'en'>, Translated<english>>>,
): (language: Language) => Common & Translated<english> {
  return (language) => ({
    ...COMMON[language],
    ...(language === 'en' ? english : others[language]),
  })
}

/** Returns the texts of both services in a language. */
export function commonTexts(language: Language): Common['common'] {
  return COMMON[language].common
}
