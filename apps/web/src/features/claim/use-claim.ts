import type { Epoch } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/load-contract.ts'
import { useMarket } from '#chain/use-market.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import type { ClaimPlace } from './claim-message.ts'
import { CLAIM_MESSAGES } from './claim-messages.ts'

/** Spec, section 9: page reload 3 s after a wallet connection problem. */
const RELOAD_AFTER_MS = 3_000

export type Claim = { account: Address; epochs: readonly Epoch[]; place: ClaimPlace }

const loadMessage = () => import('./claim-message.ts')

/** Collects winnings and refunds, and tells how it went. @param onClaimed - Gets what was collected. */
export function useClaim(onClaimed: (claim: Claim) => void) {
  const messages = useMessages(CLAIM_MESSAGES)
  const config = useConfig()
  const market = useMarket()
  const toasts = useToastStore()
  const { mutate, isPending } = useMutation<Hash, unknown, Claim>({
    mutationFn: async (claim) =>
      (await loadContract(loadMessage)).claimEpochs(config, market, claim),
    onSuccess: (_hash, claim) => {
      const detail = messages.rounds(claim.epochs.length)
      toasts.show({ level: 'success', text: messages.success, detail })
      onClaimed(claim)
    },
    onError: async (error, { place }) => {
      const message = loadMessage().then(({ claimMessage }) => claimMessage(error, place, messages))
      const unknown = { level: 'error', text: messages.unknown, needsReload: false } as const
      const { needsReload, ...toast } = await message.catch(() => unknown)
      toasts.show(toast)
      if (needsReload) setTimeout(() => window.location.reload(), RELOAD_AFTER_MS)
    },
  })
  const claim = useCallback(
    (claim: Claim) => {
      if (claim.epochs.length > 0) mutate(claim)
      else toasts.show({ level: 'info', text: messages.nothing })
    },
    [mutate, toasts, messages],
  )
  return { isClaiming: isPending, claim }
}
