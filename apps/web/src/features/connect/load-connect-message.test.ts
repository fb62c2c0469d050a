import { expect, test, vi } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { loadConnectMessage } from './load-connect-message.ts'

vi.mock('./connect-message.ts', () => {
  throw new Error('offline')
})

test('error: falls back to a general message when the code fails to load', async () => {
  const message = await loadConnectMessage(new Error('no'), messagesIn(CONNECT_MESSAGES, 'en'))
  expect(message).toEqual({ level: 'error', text: 'The wallet did not connect' })
})
