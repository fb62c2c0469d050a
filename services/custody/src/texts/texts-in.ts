import type { Language } from '@bullring/wire/game-api/languages'
import es from './catalogues/es.json' with { type: 'json' }
import ptBr from './catalogues/pt-BR.json' with { type: 'json' }
import tr from './catalogues/tr.json' with { type: 'json' }
import vi from './catalogues/vi.json' with { type: 'json' }
import zhCn from './catalogues/zh-CN.json' with { type: 'json' }
import { ENGLISH } from './english.ts'

/** The service's texts by area and key. */
export type Texts = {
  readonly [area in keyof typeof ENGLISH]: {
    readonly [key in keyof (typeof ENGLISH)[area]]: string
  }
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: ENGLISH,
  es,
  'pt-BR': ptBr,
  tr,
  vi,
  'zh-CN': zhCn,
}

/** Returns the service's texts in a language. */
export function textsIn(language: Language): Texts {
  return TEXTS[language]
}
