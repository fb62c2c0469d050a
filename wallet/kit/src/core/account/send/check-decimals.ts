import { BaseError } from '@bullring/errors/base-error'
import type { ChainAccess } from '#core/chain-access.ts'
import type { Asset } from '../asset.ts'

/**
 * The wallet service reported wrong decimals. Nothing is sent.
 *
 * @remedy Correct `WALLET_TOKENS_FILE`.
 */
export class UnexpectedDecimalsError extends BaseError {
  override readonly name = 'UnexpectedDecimalsError'
  readonly code = 'wallet-kit.unexpected-decimals'

  constructor({ symbol, decimals }: Asset, actual: number) {
    super(
      `${symbol} has ${actual} decimals, not the ${decimals} with which its amounts were shown.`,
    )
  }
}

/**
 * Checks that a token's contract agrees with the decimals its amounts were shown with.
 *
 * @throws {UnexpectedDecimalsError}
 */
export async function checkDecimals(
  chain: Pick<ChainAccess, 'getTokenDecimals'>,
  asset: Asset,
): Promise<void> {
  if (asset.address === null) return
  const decimals = await chain.getTokenDecimals(asset.address, asset.chainId)
  if (decimals !== asset.decimals) throw new UnexpectedDecimalsError(asset, decimals)
}
