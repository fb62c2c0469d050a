import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import { useSessionToken } from '#chain/wallet/sign-in-session.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { REFERRAL_MESSAGES } from './referral-messages.ts'
import { useReferSession, useUnprovenCode } from './use-refer-session.ts'

/** Texts about a refused code, by the server's problem code (docs/errors.md): a malformed one is as unknown. */
const REFUSALS: Readonly<Record<string, 'ownCode' | 'unknownCode'>> = {
  'referral.own-code': 'ownCode',
  'referral.unknown-code': 'unknownCode',
  'wire.invalid-message': 'unknownCode',
}

/**
 * Posts the referral code once per session, after a wallet connects (R-REFERRAL-1), and once more with the sign-in
 * session as proof where the visitor signs in. A refused code is reported and not posted again; after an outage, the next page
 * load of the session retries.
 */
export function useReferral(account: Address | null): void {
  const api = useGameApi()
  const toasts = useToastStore()
  const messages = useMessages(REFERRAL_MESSAGES)
  const { pendingCode, record, refuse } = useReferSession()
  const { mutate, isIdle } = useMutation({
    mutationFn: (refer: { account: Address; code: string }) =>
      api.createRefer(refer.account, refer.code),
    retry: shouldRetry,
    retryDelay,
    onSuccess: ({ isProven }, refer) => record(refer.account, isProven),
    onError: (error) => {
      if (!(error instanceof ApiProblemError) || error.isRetryable) return
      refuse()
      const refusal = REFUSALS[error.problemCode ?? '']
      if (refusal === undefined) return
      toasts.show({ level: 'info', text: messages[refusal], detail: messages[`${refusal}Detail`] })
    },
  })
  useEffect(() => {
    const code = pendingCode()
    if (account !== null && code !== null && isIdle) mutate({ account, code })
  }, [account, pendingCode, mutate, isIdle])
  useProofBySession(account)
}

/** Proves a posted referral once the visitor is signed in. Failures are silent: the referral stays unproven. */
function useProofBySession(account: Address | null): void {
  const api = useGameApi()
  const code = useUnprovenCode(account)
  const token = useSessionToken(account)
  const { record } = useReferSession()
  const { mutate, variables } = useMutation({
    mutationFn: (refer: { account: Address; code: string; token: string }) =>
      api.createRefer(refer.account, refer.code, { token: refer.token }),
    retry: shouldRetry,
    retryDelay,
    onSuccess: ({ isProven }, refer) => record(refer.account, isProven),
  })
  const triedToken = variables?.token
  useEffect(() => {
    if (account === null || code === null || token === null || token === triedToken) return
    mutate({ account, code, token })
  }, [account, code, token, triedToken, mutate])
}
