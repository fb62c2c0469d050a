import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * No market of that symbol.
 *
 * @remedy See `/config.json`.
 */
export const UnknownSymbolError = defineHttpError({
  name: 'UnknownSymbolError',
  code: 'market.unknown-symbol',
  status: 404,
  message: 'There is no market with this symbol.',
})
