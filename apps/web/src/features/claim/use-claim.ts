import type { Epoch } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/load-contract.ts'
import { loadFailure } from '#chain/load-failure.ts'
import { useMarket } from '#chain/use-market.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { type ClaimPlace, claimFailureText } from './claim-failure-text.ts'
import { CLAIM_MESSAGES } from './claim-messages.ts'

/** R-CLAIM-8. */
const RELOAD_AFTER_MS = 3_000

/** A PancakePredictionV2 contract needs 63,000 gas per round; blocks and wallets limit a transaction. */
const MAX_EPOCHS_PER_TRANSACTION = 100

/** A claim to send. */
export type Claim = { account: Address; epochs: readonly Epoch[]; place: ClaimPlace }

/**
 * Claims winnings and refunds and shows a toast with the result.
 *
 * @param onClaimed - Called with each part of the claim once it is mined.
 */
export function useClaim(onClaimed: (claim: Claim) => void) {
  const messages = useMessages(CLAIM_MESSAGES)
  const config = useConfig()
  const market = useMarket()
  const toasts = useToastStore()
  const { mutate, isPending } = useMutation<void, unknown, Claim>({
    mutationFn: async (claim) => {
      const { claimEpochs } = await loadContract()
      for (const epochs of inBatches(claim.epochs)) {
        const batch = { ...claim, epochs }
        await claimEpochs(config, market, batch)
        onClaimed(batch)
      }
    },
    onSuccess: (_result, claim) => {
      const detail = messages.rounds({ count: claim.epochs.length })
      toasts.show({ level: 'success', text: messages.success, detail })
    },
    onError: async (error, { place }) => {
      const failure = await loadFailure(error)
      const { needsReload, ...toast } = claimFailureText(error, failure, place, messages)
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

function inBatches(epochs: readonly Epoch[]): Epoch[][] {
  const count = Math.ceil(epochs.length / MAX_EPOCHS_PER_TRANSACTION)
  return Array.from({ length: count }, (_, index) =>
    epochs.slice(index * MAX_EPOCHS_PER_TRANSACTION, (index + 1) * MAX_EPOCHS_PER_TRANSACTION),
  )
}
