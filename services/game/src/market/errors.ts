import { HttpError } from '@bullring/server/http/http-error'

/** This service has no market of that symbol. */
export class UnknownSymbolError extends HttpError {
  override readonly name = 'UnknownSymbolError'
  readonly code = 'market.unknown-symbol'
  readonly status = 404

  constructor() {
    super('There is no market with this symbol.')
  }
}
