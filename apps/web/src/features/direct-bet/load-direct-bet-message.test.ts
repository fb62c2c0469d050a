import { expect, test, vi } from 'vitest'
import { wordsIn } from '#i18n/language.ts'
import { DIRECT_BET_WORDS } from './direct-bet-words.ts'
import { loadDirectBetMessage } from './load-direct-bet-message.ts'

vi.mock('./direct-bet-message.ts', () => {
  throw new Error('offline')
})

test('error: says that it failed where nothing more can be known', async () => {
  const words = wordsIn(DIRECT_BET_WORDS, 'zh-CN')
  const message = await loadDirectBetMessage(new Error('no'), 'bet', words)
  expect(message).toEqual({ level: 'error', text: words.failure.other(words.failure.unknown) })
})
