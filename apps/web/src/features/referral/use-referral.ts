import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import { openStorage } from '#browser/open-storage.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { openReferSession } from './refer-session.ts'
import { REFERRAL_MESSAGES } from './referral-messages.ts'

/** Problem code of the server, see docs/errors.md. */
const OWN_CODE = 'referral.own-code'

/**
 * Posts the referral code once per session, after a wallet connects (R-REFERRAL-1). A refused code is
 * not posted again; after an outage, the next page load of the session retries.
 */
export function useReferral(account: Address | null): void {
  const api = useGameApi()
  const toasts = useToastStore()
  const messages = useMessages(REFERRAL_MESSAGES)
  const [session] = useState(() =>
    openReferSession(window.location.search, openStorage(window, 'sessionStorage')),
  )
  const { mutate, isIdle } = useMutation({
    mutationFn: (refer: { account: Address; code: string }) =>
      api.createRefer(refer.account, refer.code),
    retry: shouldRetry,
    retryDelay,
    onSuccess: session.finish,
    onError: (error) => {
      if (!(error instanceof ApiProblemError) || error.isRetryable) return
      session.finish()
      if (error.problemCode !== OWN_CODE) return
      toasts.show({
        level: 'info',
        text: messages.ownCode,
        detail: messages.ownCodeDetail,
      })
    },
  })
  useEffect(() => {
    const code = session.pendingCode()
    if (account !== null && code !== null && isIdle) mutate({ account, code })
  }, [account, session, mutate, isIdle])
}
