import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Address } from 'viem'
import { openStorage } from '#browser/open-storage.ts'
import { openReferSession, type ReferSession } from './refer-session.ts'

const unprovenKeys = {
  all: ['unproven-referral'] as const,
  of: (account: Address | null) => ['unproven-referral', account] as const,
}

/** Returns the referral of this browser session. */
export function useReferSession(): ReferSession {
  const client = useQueryClient()
  const [session] = useState(() => openReferSession(openStorage(window, 'sessionStorage')))
  const record = useCallback<ReferSession['record']>(
    (account, isProven) => {
      session.record(account, isProven)
      void client.invalidateQueries({ queryKey: unprovenKeys.all })
    },
    [client, session],
  )
  return { ...session, record }
}

/** Returns the code that was posted for `account` without a proof; null without one. */
export function useUnprovenCode(account: Address | null): string | null {
  const { unprovenCode } = useReferSession()
  const { data = null } = useQuery({
    queryKey: unprovenKeys.of(account),
    queryFn: account === null ? skipToken : () => unprovenCode(account),
    networkMode: 'always',
  })
  return data
}
