import type { Asset } from '#core/account/asset.ts'
import type { SwapArguments } from '#core/modal/views.ts'
import { swapIdOf } from './native-token.ts'
import type { SwapFormState } from './swap-form.ts'

/** Returns the initial form: the tokens that the app names, otherwise the coin. */
export function startOfSwap(
  start: SwapArguments,
  assets: readonly Asset[],
): Omit<SwapFormState, 'owner'> {
  const { fromToken, toToken, amount } = start
  const coin = assets.find(({ address }) => address === null)
  const from = fromToken === undefined ? coin : bySymbol(assets, fromToken)
  const to = toToken === undefined ? undefined : bySymbol(assets, toToken)
  return {
    start,
    from: from === undefined ? null : swapIdOf(from),
    to: to === undefined || to === from ? null : swapIdOf(to),
    amount: amount ?? '',
  }
}

/** None if several tokens have the symbol: one of them may imitate another. */
function bySymbol(assets: readonly Asset[], symbol: string): Asset | undefined {
  const found = assets.filter((asset) => asset.symbol.toLowerCase() === symbol.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}
