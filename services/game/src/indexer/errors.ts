import { BaseError } from '@bullring/errors/base-error'

/** The database holds the index of another market. */
export class OtherMarketError extends BaseError {
  override readonly name = 'OtherMarketError'
  readonly code = 'index.other-market'

  constructor() {
    super(
      'The database at GAME_DATABASE_URL holds another market: use an empty database, or the GAME_CHAIN_ID and GAME_PREDICTION_ADDRESS it was made with.',
    )
  }
}

/** The database holds the index of a market of another kind. */
export class OtherKindError extends BaseError {
  override readonly name = 'OtherKindError'
  readonly code = 'index.other-kind'

  constructor(stored: string, configured: string) {
    super(
      `The database at GAME_DATABASE_URL is of a market of the kind ${stored}, but GAME_MARKET_KIND is ${configured}: use an empty database, or the kind it was made with.`,
    )
  }
}

/** The chain went on, or back, while a pass was reading it. The next pass starts from what it is now. */
export class ChainMovedError extends BaseError {
  override readonly name = 'ChainMovedError'
  readonly code = 'index.chain-moved'
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super('The chain changed while it was read.', options)
  }
}

/** Another process that shares the database has moved the index on. */
export class IndexMovedError extends BaseError {
  override readonly name = 'IndexMovedError'
  readonly code = 'index.moved'
  override readonly isRetryable = true

  constructor() {
    super('Another process has written to the index meanwhile.')
  }
}

/** A log of the market's contract is not what its ABI says. */
export class UnreadableLogError extends BaseError {
  override readonly name = 'UnreadableLogError'
  readonly code = 'index.unreadable-log'

  constructor(options?: ErrorOptions) {
    super('A log of the market does not match its ABI.', options)
  }
}

/** `GAME_START_BLOCK` is above the chain's newest block. */
export class StartBlockAheadError extends BaseError {
  override readonly name = 'StartBlockAheadError'
  readonly code = 'index.start-block-ahead'

  constructor() {
    super('GAME_START_BLOCK is above the newest block of the chain.')
  }
}

/** While the service ran, the chain began anew with another market at the same address. */
export class MarketReplacedError extends BaseError {
  override readonly name = 'MarketReplacedError'
  readonly code = 'index.market-replaced'

  constructor() {
    super('The chain began anew with another market: start the service again.')
  }
}

/** The index begins after the market was created, so it misses the first of what it counts. */
export class StartBlockLateError extends BaseError {
  override readonly name = 'StartBlockLateError'
  readonly code = 'index.start-block-late'

  constructor() {
    super('GAME_START_BLOCK is after the block that created the market: set it to that block.')
  }
}
