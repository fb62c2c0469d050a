import { type Calls, type ClientOptions, createCalls } from './calls.ts'
import { OPERATIONS, type Operations } from './operations.ts'

/** Calls the public operations of an installation. */
export type GameClient = Calls<Operations>

/**
 * Creates the client of an installation.
 *
 * @example
 * const game = createGameClient({ origin: 'https://game.example' })
 * const { epoch, bull_payout } = await game.call('round-info')
 */
export function createGameClient(options: ClientOptions = {}): GameClient {
  return createCalls<Operations>(OPERATIONS, options)
}
