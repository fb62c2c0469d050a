import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { checkDecimals } from '#core/account/send/check-decimals.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { checkApproval, checkSwap, type ShownSwap } from '#core/swap/check-transaction.ts'
import { swapIdOf } from '#core/swap/native-token.ts'
import { allowanceQuery } from '#core/swap/swap-queries.ts'
import { buildApproval, buildSwap, type Quote, type SwapPair } from '#core/swap/swap-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit } from '#react/kit-context.ts'

/** Returns whether the exchange must be allowed to take the token first; null while unknown. */
export function useNeedsApproval({ from, amount, account }: SwapPair, service: WalletService) {
  const { queryClient } = useKit()
  const { data, error, refetch } = useQuery<bigint | null>(
    from.address === null
      ? { queryKey: ['swap', 'allowance', null], queryFn: () => null }
      : allowanceQuery(service, from, account),
    queryClient,
  )
  const known = data === undefined || data === null ? null : data < amount
  return { needsApproval: from.address === null ? false : known, error, refetch }
}

type NextTransaction = {
  shown: ShownSwap | null
  quote: Quote | null
  needsApproval: boolean | null
}

/**
 * Builds the next transaction ahead, to show which contract it calls and what would make it fail. The service is
 * believed neither about the transaction nor about how the tokens count.
 */
export function useExchange(
  { shown, quote, needsApproval }: NextTransaction,
  service: WalletService,
): { exchange: Address | null; error: Error | null; refetch: () => Promise<unknown> } {
  const { queryClient } = useKit()
  const { chain } = useAccountDeps()
  const { data, error, refetch } = useQuery<Address | null>(
    shown === null || quote === null || needsApproval === null
      ? { queryKey: ['swap', 'next', null], queryFn: () => null }
      : {
          queryKey: ['swap', 'next', needsApproval, ...swapKey(shown)],
          queryFn: async () => {
            await Promise.all([shown.from, shown.to].map((asset) => checkDecimals(chain, asset)))
            return exchangeOf(service, shown, quote, needsApproval)
          },
          retry: false,
          gcTime: 0,
        },
    queryClient,
  )
  return { exchange: data ?? null, error, refetch }
}

function swapKey({ from, to, amount, account }: SwapPair): readonly string[] {
  return [swapIdOf(from), swapIdOf(to), `${amount}`, account]
}

async function exchangeOf(
  service: WalletService,
  shown: ShownSwap,
  quote: Quote,
  needsApproval: boolean,
): Promise<Address> {
  if (needsApproval) return checkApproval(await buildApproval(service, shown), shown)
  const built = await buildSwap(service, shown, quote)
  checkSwap(built, shown, null)
  return built.to
}
