import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * There is no bot.
 *
 * @remedy Set `TELEGRAM_BOT`.
 */
export const TelegramNotConfiguredError = defineHttpError({
  name: 'TelegramNotConfiguredError',
  code: 'telegram.not-configured',
  status: 404,
  message: 'Login with Telegram is not available here.',
})

/** Launch data of another bot or device, without Telegram's signature, used, or older than an hour. */
export const TelegramRefusedError = defineHttpError({
  name: 'TelegramRefusedError',
  code: 'telegram.refused',
  status: 401,
  message: 'Telegram did not confirm this login. Close the app in Telegram and open it again.',
})
