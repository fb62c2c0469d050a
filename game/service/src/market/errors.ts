import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * This service has no market of that symbol.
 *
 * @remedy `/config.json` lists them.
 */
export const UnknownSymbolError = defineHttpError({
  name: 'UnknownSymbolError',
  code: 'market.unknown-symbol',
  status: 404,
  message: 'There is no market with this symbol.',
})
