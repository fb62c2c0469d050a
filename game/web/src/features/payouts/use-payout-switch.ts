import { payoutMessage } from '@bullring/game-api/payouts'
import type { Epoch } from '@bullring/prediction/units'
import { ALL_MARKETS } from '@bullring/wire/fields'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useSignMessage } from 'wagmi'
import { type PayoutSwitch, useGameApi } from '#api/game-api.ts'
import { useSigningGame } from '#api/signing-game.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useSessionToken } from '#chain/wallet/sign-in-session.ts'

/** Reason why the switch could not be changed. */
export type PayoutProblem = 'declined' | 'cannotSign' | 'failed'

const keyOf = (symbol: string, account: Address | null) =>
  ['payout-switch', symbol, account] as const

/** Interval in which refused payments are looked for while the switch is on. */
const REFRESH_MS = 30_000

/** Reads whether an account is sent its winnings; `state` is undefined while that is unknown. */
export function usePayoutSwitch(account: Address | null): {
  state: PayoutSwitch | undefined
  isLoading: boolean
} {
  const api = useGameApi()
  const { data, isLoading } = useQuery({
    queryKey: keyOf(api.symbol, account),
    // Over all markets, none says whether it sends winnings.
    queryFn:
      account === null || api.symbol === ALL_MARKETS
        ? skipToken
        : ({ signal }) => api.payoutSwitch(account, signal),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => state.data?.isOn === true && REFRESH_MS,
  })
  return { state: data, isLoading }
}

/** Returns whether winnings of a round arrive without a click. */
export function isSentAutomatically(state: PayoutSwitch | undefined, epoch: Epoch): boolean {
  if (state === undefined || !state.isOn || !state.isOffered) return false
  return epoch >= state.oldestEpoch && !state.refusedEpochs.includes(epoch)
}

/** Switches it on or off. The sign-in session proves the account. Without one, the wallet signs a message. */
export function useChangePayoutSwitch(account: Address) {
  const api = useGameApi()
  const client = useQueryClient()
  const game = useSigningGame()
  const token = useSessionToken(account)
  const { mutateAsync: signMessage } = useSignMessage()
  const proofOf = async (isOn: boolean) => {
    if (token !== null) return { token }
    if (game === null) throw new Error('This page has no market')
    return {
      signature: await signMessage({ account, message: payoutMessage(isOn, account, game) }),
    }
  }
  return useMutation<PayoutProblem | null, unknown, boolean>({
    mutationFn: async (isOn) => {
      try {
        const changed = await api.setPayoutSwitch(account, isOn, await proofOf(isOn))
        client.setQueryData(keyOf(api.symbol, account), changed)
        // It is one switch for all markets.
        client.removeQueries({
          queryKey: ['payout-switch'],
          predicate: ({ queryKey: [, symbol] }) => symbol !== api.symbol,
        })
        return null
      } catch (error) {
        return await problemOf(error)
      }
    },
  })
}

async function problemOf(error: unknown): Promise<PayoutProblem> {
  if (error instanceof ApiProblemError)
    return error.problemCode === 'account.wrong-signature' ? 'cannotSign' : 'failed'
  const { kind } = await loadFailure(error)
  return kind === 'rejected' ? 'declined' : 'failed'
}
