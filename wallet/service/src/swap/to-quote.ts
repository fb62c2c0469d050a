import type { SwapQuote } from '@bullring/wallet-api/blockchain-api/convert-quotes'
import { toCaipAddress } from '@bullring/wire/caip-ids'
import type { Route } from './route.ts'
import type { SignedQuotes } from './signed-quotes.ts'
import type { SwapPair } from './swap-chain.ts'

/** Converts a route to the wire format, and signs it as a quote. */
export function toQuote(
  { chain, from, to }: SwapPair,
  amount: bigint,
  { toAmount, path, priceImpact }: Route,
  quotes: SignedQuotes,
): SwapQuote {
  const chainId = chain.identity.id
  const swap = { chainId, from: from.address, to: to.address, amount }
  const middle = path.slice(1, -1)
  return {
    ...quotes.sign(swap, toAmount),
    fromAmount: `${amount}`,
    fromAccount: toCaipAddress(chainId, from.address),
    toAmount: `${toAmount}`,
    toAccount: toCaipAddress(chainId, to.address),
    priceImpact: Math.round(priceImpact * 1_000_000) / 10_000,
    route: [from.address, ...middle, to.address].map((token) => toCaipAddress(chainId, token)),
  }
}
