import type { Epoch } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { useMarket } from '#chain/use-market.ts'
import { useToastStore } from '#ui/toast-store.ts'
import type { ClaimPlace } from './claim-message.ts'

/** Spec, section 9: page reload 3 s after a wallet connection problem. */
const RELOAD_AFTER_MS = 3_000

const WORDS = {
  success: 'Claim successful',
  nothing: 'No uncollected winnings to claim',
  rounds: (count: number) => (count === 1 ? '1 round collected' : `${count} rounds collected`),
} as const

type Claim = { account: Address; epochs: readonly Epoch[]; place: ClaimPlace }

// Contract code is loaded for the first claim: reading time and odds takes none of it.
const loadContract = () => import('#chain/prediction-contract.ts')
const loadMessage = () => import('./claim-message.ts')

/** Collects winnings and refunds, and tells how it went. */
export function useClaim(onClaimed: () => void) {
  const config = useConfig()
  const market = useMarket()
  const toasts = useToastStore()
  const mutation = useMutation<Hash, unknown, Claim>({
    mutationFn: async (claim) => (await loadContract()).claimEpochs(config, market, claim),
    onSuccess: (_hash, { epochs }) => {
      toasts.show({ level: 'success', text: WORDS.success, detail: WORDS.rounds(epochs.length) })
      onClaimed()
    },
    onError: async (error, { place }) => {
      const { claimMessage } = await loadMessage()
      const { needsReload, ...toast } = claimMessage(error, place)
      toasts.show(toast)
      if (needsReload) setTimeout(() => window.location.reload(), RELOAD_AFTER_MS)
    },
  })
  return {
    isClaiming: mutation.isPending,
    claim: (claim: Claim) => {
      if (claim.epochs.length > 0) mutation.mutate(claim)
      else toasts.show({ level: 'info', text: WORDS.nothing })
    },
  }
}
