import { createTexts } from '@bullring/login-server/texts/create-texts'
import type { Translated } from '@bullring/wire/text/catalogue'
import es from './catalogues/es.json' with { type: 'json' }
import ptBr from './catalogues/pt-BR.json' with { type: 'json' }
import tr from './catalogues/tr.json' with { type: 'json' }
import vi from './catalogues/vi.json' with { type: 'json' }
import zhCn from './catalogues/zh-CN.json' with { type: 'json' }
import { ENGLISH } from './english.ts'

/** The service's texts by area and key. */
export type Texts = Translated<typeof ENGLISH>

/** Returns the service's texts in a language. */
export const textsIn = createTexts(ENGLISH, { es, 'pt-BR': ptBr, tr, vi, 'zh-CN': zhCn })
