import { expect, test, vi } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { DIRECT_BET_MESSAGES } from './direct-bet-messages.ts'
import { loadDirectBetMessage } from './load-direct-bet-message.ts'

vi.mock('./direct-bet-message.ts', () => {
  throw new Error('offline')
})

test('error: says that it failed where nothing more can be known', async () => {
  const messages = messagesIn(DIRECT_BET_MESSAGES, 'zh-CN')
  const message = await loadDirectBetMessage(new Error('no'), 'bet', messages)
  expect(message).toEqual({
    level: 'error',
    text: messages.failure.other(messages.failure.unknown),
  })
})
