import { useEffect, useEffectEvent } from 'react'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { deleteSession } from '#chain/wallet/one-tap-sessions.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { useIsBetting } from '../bet/one-tap-store.ts'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import { endOf, type OneTapSession } from './one-tap-session.ts'
import type { OneTapOwner } from './use-offer.ts'
import { useRefreshSession } from './use-session-changes.ts'

/** Turns one-tap bets off at their limit or end, and after a revocation elsewhere, and says why. */
export function useOneTapEnd(owner: OneTapOwner, session: OneTapSession): void {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const toasts = useToastStore()
  const refresh = useRefreshSession(owner)
  const end = useChainTime((now) =>
    now === null ? null : endOf(session, { chainTimeS: now, nowMs: Date.now() }),
  )
  const finish = useEffectEvent(async (reason: NonNullable<typeof end>) => {
    toasts.show({ level: 'info', text: reason === 'limit' ? messages.usedUp : messages[reason] })
    await deleteSession(owner)
    await refresh()
  })
  // The last bet uses the limit up before its outcome is reported.
  const isBetting = useIsBetting()
  useEffect(() => {
    if (end !== null && !isBetting) void finish(end).catch(() => undefined)
  }, [end, isBetting])
}
