import type { KitMessages } from '@bullring/wallet-kit/messages'
import { LANGUAGES, type Language } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import es from './modal-catalogues/es.json'
import ptBr from './modal-catalogues/pt-BR.json'
import tr from './modal-catalogues/tr.json'
import vi from './modal-catalogues/vi.json'
import zhCn from './modal-catalogues/zh-CN.json'
import { loadModalTexts } from './modal-texts.ts'

/** Areas of the modal that the game shows. The type requires each text of them. */
type GameTexts = Pick<
  KitMessages,
  | 'account'
  | 'alerts'
  | 'allWallets'
  | 'assets'
  | 'buy'
  | 'connect'
  | 'connecting'
  | 'copy'
  | 'downloads'
  | 'email'
  | 'getWallet'
  | 'names'
  | 'networks'
  | 'openWallet'
  | 'receive'
  | 'send'
  | 'sessions'
  | 'settings'
  | 'shell'
  | 'signIn'
  | 'siwx'
  | 'social'
  | 'solana'
  | 'swap'
  | 'switchAddress'
  | 'titles'
  | 'transactions'
  | 'transactionVerbs'
  | 'walletConnect'
  | 'whatIsABuy'
  | 'whatIsANetwork'
  | 'whatIsAWallet'
>

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, GameTexts>> = {
  'zh-CN': zhCn,
  es,
  tr,
  vi,
  'pt-BR': ptBr,
}

/** Returns the `{values}` of each text by its key. */
function valuesByKey(texts: GameTexts): Record<string, string[]> {
  const entries = Object.entries(texts).flatMap(([area, table]) =>
    Object.entries(table).map(([key, text]) => [
      `${area}.${key}`,
      (text.match(/\{\w+\}/g) ?? []).sort(),
    ]),
  )
  return Object.fromEntries(entries)
}

test.each(Object.entries(CATALOGUES))('the modal has all texts in %s', (_language, texts) => {
  expect(valuesByKey(texts)).toEqual(valuesByKey(zhCn))
  for (const table of Object.values(texts)) {
    expect(Object.values(table)).not.toContain('')
  }
})

test('loads the texts of every language but English, which is part of the kit', async () => {
  for (const language of LANGUAGES) {
    expect(await loadModalTexts(language)).toEqual(language === 'en' ? {} : CATALOGUES[language])
  }
})
