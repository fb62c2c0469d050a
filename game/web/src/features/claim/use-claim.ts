import type { AppConfig } from '@bullring/game-api/config'
import type { Epoch, Wei } from '@bullring/prediction/units'
import {
  type Mutation,
  skipToken,
  useIsMutating,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Address } from 'viem'
import { type Config, useConfig } from 'wagmi'
import { useAppQueryClient } from '#api/app-query-client.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { marketConfigOf } from '#api/market/market-config.ts'
import { loadContract } from '#chain/contract/load-contract.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { MAX_EPOCHS_PER_TRANSACTION } from '#chain/contract/max-epochs.ts'
import { notQueued } from '#chain/safe/queued-requests.ts'
import { useAccountToast } from '#chain/wallet/use-account-toast.ts'
import { formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { type Toast, useToastStore } from '#toasts/toast-store.ts'
import { type ClaimPlace, claimFailureText } from './claim-failure-text.ts'
import { CLAIM_MESSAGES, type ClaimMessages } from './claim-messages.ts'

/** R-CLAIM-8. */
const RELOAD_AFTER_MS = 3_000

/** Rounds of a market. */
export type MarketRounds = {
  symbol: string
  epochs: readonly Epoch[]
  /** The payouts of these and possibly other rounds, as far as they are known. */
  payouts?: ReadonlyMap<Epoch, Wei>
}

/** A claim to send. */
export type Claim = { account: Address; rounds: readonly MarketRounds[]; place: ClaimPlace }

/** The part of a claim that one transaction has paid. */
export type ClaimedRounds = MarketRounds & { account: Address }

/** The running transaction among several, from 1. */
type ClaimStep = { at: number; count: number }

const CLAIM_KEY = ['claim'] as const

const stepKey = (account: Address | null) => ['claim', 'step', account] as const

/** Claims rounds of a market's contract by the key of a session. */
type ClaimByKey = (prediction: Address, epochs: readonly Epoch[]) => Promise<boolean>

type Outcome = {
  claimed: readonly MarketRounds[]
  failure: { symbol: string; error: unknown } | null
}

/**
 * Claims winnings and refunds and shows a toast with the result. A wallet that runs several calls as one takes them
 * together. With others, each market takes at least one transaction. A failed one does not block the claims of other
 * markets. A pending claim is known to the pages of all markets.
 *
 * @param account - The account on the page: claims of another one, in whose wallet they may wait, do not keep it from claiming.
 * @param onClaimed - Called with each part of the claim once it is mined.
 * @param claimByKey - Claims without an approval. Returns false if it cannot.
 */
export function useClaim(
  account: Address | null,
  onClaimed: (claim: ClaimedRounds) => void,
  claimByKey?: ClaimByKey,
) {
  const messages = useMessages(CLAIM_MESSAGES)
  const client = useAppQueryClient()
  const appConfig = useAppConfig()
  const send = useTransactions(onClaimed, claimByKey)
  const toasts = useToastStore()
  const showToast = useAccountToast()
  const claimRounds = async (claim: Claim) => {
    const { claimed, failure } = await send(claim)
    const detail = collectedText(claimed, messages)
    const show = (toast: Pick<Toast, 'text' | 'detail'>) =>
      showToast(claim.account, { level: 'success', ...toast }, onlySymbolOf(claim))
    if (failure === null) show({ text: messages.success, detail })
    else {
      await report(failure, claim)
      if (claimed.length > 0) show({ text: detail })
    }
  }
  const { mutate } = useMutation<void, unknown, Claim>(
    { mutationKey: CLAIM_KEY, mutationFn: claimRounds },
    client,
  )
  const report = async ({ symbol, error }: NonNullable<Outcome['failure']>, claim: Claim) => {
    const failure = await loadFailure(error)
    const { needsReload, ...toast } = claimFailureText(error, failure, claim.place, messages)
    const isOneOfSeveral = claim.rounds.length > 1
    const detail = isOneOfSeveral && { detail: messages.market({ symbol }) }
    showToast(claim.account, { ...toast, ...detail }, onlySymbolOf(claim))
    if (needsReload) setTimeout(() => window.location.reload(), RELOAD_AFTER_MS)
  }
  const hasOtherWay = claimByKey !== undefined
  const claim = useCallback(
    (claim: Claim) => {
      const rounds = hasOtherWay ? claim.rounds : unqueued(claim, appConfig)
      if (rounds.some(({ epochs }) => epochs.length > 0)) mutate({ ...claim, rounds })
      else toasts.show({ level: 'info', text: messages.nothing })
    },
    [mutate, toasts, messages, appConfig, hasOtherWay],
  )
  const isOfAccount = ({ state }: Mutation<unknown, Error, unknown>) =>
    (state.variables as Claim | undefined)?.account === account
  const running = useIsMutating({ mutationKey: CLAIM_KEY, predicate: isOfAccount }, client)
  const { data: claimStep = null } = useQuery<ClaimStep | null>(
    { queryKey: stepKey(account), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY },
    client,
  )
  return { isClaiming: running > 0, claimStep, claim }
}

/** Returns the rounds of a claim that are in no request in Safe's queue. */
function unqueued({ account, rounds }: Claim, appConfig: AppConfig): readonly MarketRounds[] {
  return rounds.flatMap((part) => {
    const { prediction } = marketConfigOf(appConfig, part.symbol)
    const epochs = notQueued(part.epochs, { account, prediction })
    return epochs.length > 0 ? { ...part, epochs } : []
  })
}

function onlySymbolOf({ rounds }: Claim): string | undefined {
  return rounds.length === 1 ? rounds[0]?.symbol : undefined
}

/** Returns how much was collected; from how many rounds, if a payout is not known. */
function collectedText(claimed: readonly MarketRounds[], messages: ClaimMessages): string {
  const payouts = claimed.flatMap(({ epochs, payouts }) =>
    epochs.map((epoch) => payouts?.get(epoch)),
  )
  const known = payouts.filter((payout) => payout !== undefined)
  if (known.length < payouts.length) return messages.rounds({ count: payouts.length })
  return messages.collected({ amount: formatSignedBnb(known.reduce((sum, one) => sum + one, 0n)) })
}

/** Sends the transactions of a claim: one for all where the wallet can, otherwise one after another. */
function useTransactions(
  onClaimed: (claim: ClaimedRounds) => void,
  claimByKey: ClaimByKey | undefined,
) {
  const config = useConfig()
  const appConfig = useAppConfig()
  const client = useAppQueryClient()
  return async ({ account, rounds }: Claim): Promise<Outcome> => {
    const parts = rounds.flatMap(inBatches)
    const total = parts.reduce((sum, { epochs }) => sum + epochs.length, 0)
    const isSmall =
      claimByKey === undefined && parts.length > 1 && total <= MAX_EPOCHS_PER_TRANSACTION
    if (isSmall && (await batches(config, account, appConfig.chain.id))) {
      const outcome = await claimAtOnce(config, appConfig, { account, parts })
      if (outcome.failure === null) for (const part of parts) onClaimed({ account, ...part })
      return outcome
    }
    const setStep = (step: ClaimStep | null) => client.setQueryData(stepKey(account), step)
    const showStep = (at: number) => parts.length > 1 && setStep({ at, count: parts.length })
    const claimed = (part: MarketRounds) => onClaimed({ account, ...part })
    const on = { showStep, claimed, claimByKey }
    const outcome = await claimInTurn(config, appConfig, { account, parts }, on)
    setStep(null)
    return outcome
  }
}

type Parts = { account: Address; parts: readonly MarketRounds[] }

async function claimInTurn(
  config: Config,
  appConfig: AppConfig,
  { account, parts }: Parts,
  on: {
    showStep: (at: number) => void
    claimed: (part: MarketRounds) => void
    claimByKey: ClaimByKey | undefined
  },
): Promise<Outcome> {
  const claimed: MarketRounds[] = []
  const outcome: Outcome = { claimed, failure: null }
  const failed = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const { symbol, epochs } = part
    // A further transaction to the same contract would fail for the same reason.
    if (failed.has(symbol)) continue
    on.showStep(index + 1)
    const { prediction } = marketConfigOf(appConfig, symbol)
    const market = { prediction, chainId: appConfig.chain.id }
    try {
      if (!(await on.claimByKey?.(prediction, epochs))) {
        const { claimEpochs } = await loadContract()
        await claimEpochs(config, market, { account, epochs })
      }
      claimed.push(part)
      on.claimed({ symbol, epochs })
    } catch (error) {
      failed.add(symbol)
      outcome.failure ??= { symbol, error }
    }
  }
  return outcome
}

/** Whether the wallet runs several calls as one. */
async function batches(config: Config, account: Address, chainId: number): Promise<boolean> {
  const { canBatch } = await import('#chain/contract/batch-calls.ts')
  return await canBatch(config, { account, chainId })
}

/** All or nothing. */
async function claimAtOnce(
  config: Config,
  appConfig: AppConfig,
  { account, parts }: Parts,
): Promise<Outcome> {
  const claims = parts.map(({ symbol, epochs }) => ({
    prediction: marketConfigOf(appConfig, symbol).prediction,
    epochs,
  }))
  try {
    const { claimTogether } = await loadContract()
    await claimTogether(config, { account, chainId: appConfig.chain.id }, claims)
    return { claimed: parts, failure: null }
  } catch (error) {
    return { claimed: [], failure: { symbol: parts[0]?.symbol ?? '', error } }
  }
}

function inBatches(rounds: MarketRounds): MarketRounds[] {
  const { epochs } = rounds
  const count = Math.ceil(epochs.length / MAX_EPOCHS_PER_TRANSACTION)
  return Array.from({ length: count }, (_, index) => ({
    ...rounds,
    epochs: epochs.slice(
      index * MAX_EPOCHS_PER_TRANSACTION,
      (index + 1) * MAX_EPOCHS_PER_TRANSACTION,
    ),
  }))
}
