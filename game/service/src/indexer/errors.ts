import { BaseError } from '@bullring/errors/base-error'

/**
 * The database holds another market.
 *
 * @remedy Use an empty one, or its chain and address.
 */
export class OtherMarketError extends BaseError {
  override readonly name = 'OtherMarketError'
  readonly code = 'index.other-market'

  constructor() {
    super(
      'The database at DATABASE_URL holds another market: use an empty database, or the CHAIN_ID and PREDICTION_ADDRESS it was created with.',
    )
  }
}

/**
 * The database holds a market of the other `MARKET_KIND`.
 *
 * @remedy Use a separate one.
 */
export class OtherKindError extends BaseError {
  override readonly name = 'OtherKindError'
  readonly code = 'index.other-kind'

  constructor(stored: string, configured: string) {
    super(
      `The database at DATABASE_URL holds a market of the kind ${stored}, but MARKET_KIND is ${configured}: use an empty database, or the kind it was created with.`,
    )
  }
}

/**
 * The chain changed during a step.
 *
 * @remedy None: it is retried.
 */
export class ChainMovedError extends BaseError {
  override readonly name = 'ChainMovedError'
  readonly code = 'index.chain-moved'
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super('The chain changed while the index was reading it.', options)
  }
}

/**
 * A node has replied with something other than blocks and logs.
 *
 * @remedy None: it is asked again, or another node. If it persists, use another node.
 */
export class UnreadableReplyError extends BaseError {
  override readonly name = 'UnreadableReplyError'
  readonly code = 'index.unreadable-reply'
  override readonly isRetryable = true

  constructor(method: string) {
    super(`The reply of a node to ${method} cannot be believed.`)
  }
}

/**
 * Another process has moved the index.
 *
 * @remedy None: the next step continues.
 */
export class IndexMovedError extends BaseError {
  override readonly name = 'IndexMovedError'
  readonly code = 'index.moved'
  override readonly isRetryable = true

  constructor() {
    super('Another process has written to the index in the meantime.')
  }
}

/**
 * The index lacks something older than rounds whose bets were dropped (`GAME_KEEP_BETS_DAYS`).
 *
 * @remedy Empty the database and restart: the index is rebuilt.
 */
export class BetsDroppedError extends BaseError {
  override readonly name = 'BetsDroppedError'
  readonly code = 'index.bets-dropped'

  constructor(options?: ErrorOptions) {
    super('Bets of rounds to undo were dropped: empty the database and restart.', options)
  }
}

/**
 * A log of the contract does not match its ABI.
 *
 * @remedy Check the address, or upgrade.
 */
export class UnreadableLogError extends BaseError {
  override readonly name = 'UnreadableLogError'
  readonly code = 'index.unreadable-log'

  constructor(options?: ErrorOptions) {
    super('A log of the market does not match its ABI.', options)
  }
}

/**
 * This process no longer leads the index.
 *
 * @remedy None: another leads.
 */
export class NotLeaderError extends BaseError {
  override readonly name = 'NotLeaderError'
  readonly code = 'index.not-leader'
  override readonly isRetryable = true

  constructor() {
    super('Another process may lead the index now.')
  }
}

/**
 * No process with the role `index` has prepared the database for this market.
 *
 * @remedy Start one, or compare `DATABASE_URL`.
 */
export class NotIndexedError extends BaseError {
  override readonly name = 'NotIndexedError'
  readonly code = 'index.not-indexed'
  override readonly isRetryable = true

  constructor() {
    super('waiting for a process with the role index (GAME_ROLES) to prepare the database')
  }
}

/**
 * `START_BLOCK` is above the chain's newest block.
 *
 * @remedy Set the block of the market's creation.
 */
export class StartBlockAheadError extends BaseError {
  override readonly name = 'StartBlockAheadError'
  readonly code = 'index.start-block-ahead'

  constructor() {
    super('START_BLOCK is above the newest block of the chain.')
  }
}

/**
 * The chain was recreated, with another market at the same address.
 *
 * @remedy Restart: the index is rebuilt.
 */
export class MarketReplacedError extends BaseError {
  override readonly name = 'MarketReplacedError'
  readonly code = 'index.market-replaced'

  constructor() {
    super('The chain was recreated with another market: restart the service.')
  }
}

/**
 * `START_BLOCK` is after the market's creation.
 *
 * @remedy Set that block.
 */
export class StartBlockLateError extends BaseError {
  override readonly name = 'StartBlockLateError'
  readonly code = 'index.start-block-late'

  constructor() {
    super('START_BLOCK is after the block that created the market: set it to that block.')
  }
}
