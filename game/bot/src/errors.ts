import { BaseError } from '@bullring/errors/base-error'

/**
 * An argument of the bot is missing or wrong.
 *
 * @remedy Follow the usage that it prints.
 */
export class BotUsageError extends BaseError {
  override readonly name = 'BotUsageError'
  readonly code = 'bot.usage'
}

/**
 * The bot's file is missing, damaged, or would be overwritten.
 *
 * @remedy Run `init`, or name another file with `--file`.
 */
export class BotFileError extends BaseError {
  override readonly name = 'BotFileError'
  readonly code = 'bot.file'
}

/**
 * The installation does not have what the bot needs: the market, smart accounts, or a wallet service.
 *
 * @remedy Choose another market or installation.
 */
export class BotMarketError extends BaseError {
  override readonly name = 'BotMarketError'
  readonly code = 'bot.market'
}
