import { sessionId } from '@bullring/smart-account/session'
import { useQuery } from '@tanstack/react-query'
import { useClient } from 'wagmi'
import type { Round } from '#api/round/round.ts'
import { useAccountToast } from '#chain/wallet/use-account-toast.ts'
import { useRefreshAfterTransaction } from '#data/use-refresh.ts'
import { BET_MESSAGES } from '#features/bet/bet-messages.ts'
import { useAsking } from '#features/bet/use-asking.ts'
import type { OneTapSlotProps } from '#features/bet/use-first-tap.ts'
import { useBetTerms } from '#features/bet/use-place-bet.ts'
import { isUnclaimed } from '#features/history/trade-outcome.ts'
import { OneTapBets } from '#features/one-tap/bet/one-tap-bets.tsx'
import { MoveDialog } from '#features/one-tap/move/move-dialog.tsx'
import { MoveOffer } from '#features/one-tap/move/move-offer.tsx'
import { OneTapChip } from '#features/one-tap/one-tap-chip.tsx'
import { OneTapChoice } from '#features/one-tap/one-tap-choice.tsx'
import { OneTapDialog } from '#features/one-tap/one-tap-dialog.tsx'
import { type OneTapSession, sessionQuery } from '#features/one-tap/session/one-tap-session.ts'
import { type OneTapOwner, useIsOffered, useOwner } from '#features/one-tap/session/use-offer.ts'
import { useOneTapEnd } from '#features/one-tap/session/use-one-tap-end.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { useHomeActions } from './home-actions.tsx'
import { useHomeAccount, useHomeHistory, useHomeRounds } from './home-data.tsx'
import { openBets } from './open-bets.ts'

/**
 * One-tap bets: makes them, and shows their remaining limits. Renders nothing while they are off, and asks whether to offer
 * them: the wallet may take longer to respond than a player to enter the first bet.
 */
export function HomeOneTap() {
  const owner = useOwner()
  const session = useSession(owner)
  useIsOffered(session === null ? owner : null)
  if (owner === null || session === null) return null
  return <SessionOn key={sessionId(session.stored.session)} owner={owner} session={session} />
}

function SessionOn({ owner, session }: { owner: OneTapOwner; session: OneTapSession }) {
  const messages = useMessages(BET_MESSAGES)
  const showToast = useAccountToast()
  const { balance } = useHomeAccount()
  const { openOneTap } = useHomeActions()
  const refresh = useRefreshAfterTransaction()
  useOneTapEnd(owner, session)
  return (
    <>
      <OneTapBets
        owner={owner}
        session={session}
        balance={balance}
        onPlaced={({ position, epoch, symbol, amount }) => {
          const detail = messages.transactionSuccess({ position, amount: formatBnb(amount), epoch })
          const text = messages.success({ position })
          showToast(owner.account, { level: 'success', text, detail }, symbol)
          refresh()
        }}
      />
      <OneTapChip session={session} onOpen={openOneTap} />
    </>
  )
}

/** The dialog that turns one-tap bets on and off. */
export function OneTapWindow({ onClose }: { onClose: () => void }) {
  const owner = useOwner()
  return owner && <OwnedWindow owner={owner} onClose={onClose} />
}

function OwnedWindow({ owner, onClose }: { owner: OneTapOwner; onClose: () => void }) {
  const session = useSession(owner)
  const { minimum } = useBetTerms(owner.account)
  return <OneTapDialog owner={owner} session={session} minimum={minimum} onClose={onClose} />
}

/** The dialog that moves a player to the smart account. */
export function MoveWindow({ onClose }: { onClose: () => void }) {
  const owner = useOwner()
  const { balance } = useHomeAccount()
  const { history, userBets } = useHomeHistory()
  const hasOpenBets =
    openBets(useHomeRounds(), userBets).length > 0 || history.trades.some(isUnclaimed)
  return (
    owner && (
      <MoveDialog owner={owner} balance={balance} hasOpenBets={hasOpenBets} onClose={onClose} />
    )
  )
}

/** The offer in the bet dialog, where one-tap bets can work and are off. */
export function OneTapOffer({ round, ...slot }: OneTapSlotProps & { round: Round }) {
  const owner = useOwner()
  const session = useSession(owner)
  const isOffered = useIsOffered(owner)
  useAsking(slot.onOffer, session === null && isOffered === null)
  const { openOneTap, openMove } = useHomeActions()
  if (owner === null || session !== null) return null
  if (!isOffered) return <MoveOffer owner={owner} isDisabled={slot.isDisabled} onOpen={openMove} />
  return (
    <OneTapChoice
      {...slot}
      owner={owner}
      round={round}
      onGranted={slot.onClose}
      onLimits={openOneTap}
    />
  )
}

function useSession(owner: OneTapOwner | null): OneTapSession | null {
  const { data } = useQuery(sessionQuery(useClient(), owner))
  return data ?? null
}
