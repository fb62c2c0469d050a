import { referralMessage } from '@bullring/game-api/create-refer'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useMutation } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useSignMessage } from 'wagmi'
import { useGameApi } from '#api/game-api.ts'
import { useSigningGame } from '#api/signing-game.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useSessionToken } from '#chain/wallet/sign-in-session.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './confirm-referral.module.css'
import { REFERRAL_MESSAGES } from './referral-messages.ts'
import { useReferSession, useUnprovenCode } from './use-refer-session.ts'

/** Reason why an invitation was not confirmed. */
type Problem = 'declined' | 'cannotSign' | 'notConfirmed'

/**
 * Lets an invited visitor confirm by signature who invited them. Nothing is shown to others, and to visitors
 * who sign in: their session confirms it.
 */
export function ConfirmReferral({ account }: { account: Address }) {
  const messages = useMessages(REFERRAL_MESSAGES)
  const code = useUnprovenCode(account)
  const isSignedIn = useSessionToken(account) !== null
  const { mutate, isPending, isSuccess, data } = useConfirm(account)
  const isConfirmed = isSuccess && data === null
  if (!isConfirmed && (code === null || isSignedIn)) return null
  return (
    <section className={styles['panel']} aria-label={messages.invited}>
      <p role="status">
        {isConfirmed ? messages.confirmed : messages[data ?? 'invited']}
        {!isConfirmed && data === undefined && <span> {messages.confirmHint}</span>}
      </p>
      {!isConfirmed && code !== null && (
        <Button size="small" tone="quiet" isPending={isPending} onClick={() => mutate(code)}>
          {messages.confirm}
        </Button>
      )}
    </section>
  )
}

/** Signs and posts the referral. Its result is the problem; null when confirmed. */
function useConfirm(account: Address) {
  const api = useGameApi()
  const game = useSigningGame()
  const { record } = useReferSession()
  const { mutateAsync: signMessage } = useSignMessage()
  return useMutation({
    mutationFn: async (code: string): Promise<Problem | null> => {
      if (game === null) return 'notConfirmed'
      const message = referralMessage(code, account, game)
      try {
        const signature = await signMessage({ account, message })
        const { isProven } = await api.createRefer(account, code, { signature })
        record(account, isProven)
        return isProven ? null : 'notConfirmed'
      } catch (error) {
        return problemOf(error)
      }
    },
  })
}

async function problemOf(error: unknown): Promise<Problem> {
  if (error instanceof ApiProblemError) return error.isRetryable ? 'notConfirmed' : 'cannotSign'
  const { kind } = await loadFailure(error)
  return kind === 'rejected' ? 'declined' : 'notConfirmed'
}
