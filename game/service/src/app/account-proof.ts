import type { SigningGame } from '@bullring/game-api/signed-text'
import type { Context } from 'hono'
import type { Address, Hex } from 'viem'
import type { GameConfig } from '../config.ts'
import { isProven } from '../http/prove-account.ts'
import { sessionSource, signedInAccount } from '../http/signed-in-account.ts'

export type Claim = {
  account: Address
  signature: Hex | null
  /** Returns the text that `signature` is for. */
  messageFor: (game: SigningGame) => string
}

/** Creates the check of whether the account that a request names has sent it, see {@link isProven}. */
export function createAccountProof(
  config: GameConfig,
): (c: Context, claim: Claim) => Promise<boolean> {
  const { chain, markets, brand } = config
  const { publicOrigin } = config.http
  const game = {
    chainId: chain.id,
    market: markets[0].predictionAddress,
    publicOrigin,
    ...(brand && { brandName: brand.name }),
  }
  const source = sessionSource(config)
  return async (c, { account, signature, messageFor }) => {
    const signedIn = source && (await signedInAccount(c, source))
    return await isProven({ account, message: messageFor(game), signature, signedIn })
  }
}
