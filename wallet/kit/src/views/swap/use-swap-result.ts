import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { fill } from '@bullring/wire/text/fill'
import type { Hex } from 'viem'
import { formatUnits } from 'viem/utils'
import { HOLDINGS_KEY } from '#core/account/account-queries.ts'
import { amountText } from '#core/account/amount/amount-text.ts'
import { sentTransaction } from '#core/account/send/sent-transaction.ts'
import type { SwapProperties } from '#core/events.ts'
import type { Quote, SwapPair } from '#core/swap/swap-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SWAP_MESSAGES } from './swap-messages.ts'

const RESULT_DECIMALS = 6

/** Returns a function that waits for a swap and reports its result by a toast and an event. */
export function useSwapResult(pair: SwapPair): (hash: Hex, quote: Quote) => Promise<void> {
  const { events, queryClient, toasts } = useKit()
  const { pending } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  return async (hash, quote) => {
    const { from, to } = pair
    const amount = amountText(quote.toAmount, to.decimals, RESULT_DECIMALS)
    const values = { from: from.symbol, amount, to: to.symbol }
    toasts.show('loading', fill(messages.swapping, values))
    const hasSucceeded = await pending.track(hash, from.chainId, toTransaction(hash, pair, quote))
    const properties = swapProperties(pair, quote)
    if (hasSucceeded) {
      events.emit({ event: 'SWAP_SUCCESS', properties })
      toasts.show('success', fill(messages.swapped, values))
    } else {
      const message = messages.failedLater
      events.emit({ event: 'SWAP_ERROR', properties: { ...properties, message } })
      toasts.show('error', message)
    }
    await queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY })
  }
}

function toTransaction(hash: Hex, { from, to, amount, account }: SwapPair, quote: Quote) {
  return sentTransaction({
    hash,
    operationType: 'trade',
    from: account,
    to: account,
    transfers: [
      { asset: from, amount, direction: 'out' },
      { asset: to, amount: quote.toAmount, direction: 'in' },
    ],
  })
}

/** Returns the properties of a swap's events. */
export function swapProperties(
  { from, to, amount }: SwapPair,
  quote: Quote | null,
): SwapProperties {
  return {
    network: toCaipNetworkId(from.chainId),
    swapFromToken: from.symbol,
    swapToToken: to.symbol,
    swapFromAmount: formatUnits(amount, from.decimals),
    swapToAmount: quote === null ? '' : formatUnits(quote.toAmount, to.decimals),
  }
}
