import { COIN_DECIMALS, formatUnits } from '@bullring/prediction/decimal'
import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { useConfig } from 'wagmi'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { formatDayAndHour } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { showAfterClosing } from '#toasts/show-after-closing.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { ONE_TAP_MESSAGES } from '../one-tap-messages.ts'
import {
  endSession,
  followReturnedGrant,
  type GrantTerms,
  grantSession,
  NoStorageError,
} from './grant-session.ts'
import { type OneTapSession, oneTapKeys } from './one-tap-session.ts'
import type { OneTapOwner } from './use-offer.ts'

/** A permission that a page before this one has asked the wallet for. */
export type ReturnedGrant = {
  id: Hex
  /** The wallet's. */
  response: () => Promise<unknown>
}

/**
 * Turns one-tap bets on, with one approval in the wallet.
 *
 * @param refused - What the player can do instead.
 */
export function useGrantSession(
  owner: OneTapOwner,
  { onDone, refused }: { onDone: () => void; refused?: string },
) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const config = useConfig()
  const toasts = useToastStore()
  const refresh = useRefreshSession(owner)
  return useMutation({
    mutationFn: ({ returned, ...grant }: GrantTerms & { returned?: ReturnedGrant }) => {
      if (returned === undefined) return grantSession(owner.connector, { ...owner, ...grant })
      const { account, chainId } = owner
      const { id, response } = returned
      return followReturnedGrant(
        config.getClient({ chainId }),
        { account, chainId, id },
        response(),
      )
    },
    onSuccess: async (_, { limits: { stake, bets } }) => {
      await refresh()
      const total = formatUnits(stake * BigInt(bets), COIN_DECIMALS)
      const detail = messages.isOnDetail({ stake: formatUnits(stake, COIN_DECIMALS), total })
      const toast = { level: 'success', text: messages.isOn, detail } as const
      showAfterClosing(onDone, () => toasts.show(toast))
    },
    onError: async (error) => {
      const detail = refused && { detail: refused }
      if (error instanceof NoStorageError) {
        return toasts.show({ level: 'error', text: messages.noStorage, ...detail })
      }
      const { kind } = await loadFailure(error)
      if (kind === 'rejected') toasts.show({ level: 'info', text: messages.notOn, ...detail })
      else toasts.show({ level: 'error', text: messages.grantFailed, ...detail })
    },
  })
}

/** Turns one-tap bets off: at once in this browser, and on the chain with an approval in the wallet. */
export function useEndSession(owner: OneTapOwner, onDone: () => void) {
  const showOff = useShowOff()
  const refresh = useRefreshSession(owner)
  return useMutation({
    mutationFn: ({ stored }: OneTapSession) => endSession(owner.connector, owner, stored.session),
    onSettled: async (_, error, { stored }) => {
      await refresh()
      const expiresAt = toUnixSeconds(stored.session.expiresAt)
      showAfterClosing(onDone, () => showOff({ isRevoked: error === null, expiresAt }))
    },
  })
}

/** Returns a function that says that one-tap bets are off; until when the permission lasts unless it was revoked. */
export function useShowOff() {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const language = useLanguage()
  const toasts = useToastStore()
  return ({ isRevoked, expiresAt }: { isRevoked: boolean; expiresAt: UnixSeconds }): void => {
    const text = messages.isOff
    const time = formatDayAndHour(expiresAt, language)
    if (isRevoked) toasts.show({ level: 'success', text })
    else toasts.show({ level: 'info', text, detail: messages.offHere({ time }) })
  }
}

/** Returns a function that re-reads the session. */
export function useRefreshSession({ account, chainId }: OneTapOwner): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: oneTapKeys.session(account, chainId) })
}
