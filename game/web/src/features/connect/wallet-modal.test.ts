import { afterEach, expect, test, vi } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { createGameKit } from './wallet-modal.tsx'

afterEach(() => vi.unstubAllEnvs())

test('a built page shows its operator what is configured wrongly', async () => {
  vi.stubEnv('DEV', false)
  const appConfig = testAppConfig()
  const { config } = await mockWalletConfig(appConfig)
  const { alerts } = createGameKit({
    config,
    appConfig,
    modalTexts: {},
    messages: messagesIn(CONNECT_MESSAGES, 'en'),
    toasts: createToastStore(),
    onSession: () => undefined,
  })
  alerts.showFor(new Error('Unauthorized: origin not allowed'))
  expect(alerts.getState().alert).toMatchObject({ text: 'Invalid App Configuration' })
})
