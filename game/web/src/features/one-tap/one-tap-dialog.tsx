import type { Wei } from '@bullring/prediction/units'
import { useMessages } from '#i18n/language.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './one-tap.module.css'
import { OneTapForm } from './one-tap-form.tsx'
import { ONE_TAP_MESSAGES } from './one-tap-messages.ts'
import { OneTapStatus } from './one-tap-status.tsx'
import { factsOf, type OneTapSession } from './session/one-tap-session.ts'
import { useMarkets } from './session/use-markets.ts'
import type { OneTapOwner } from './session/use-offer.ts'
import { useEndSession, useGrantSession } from './session/use-session-changes.ts'

type OneTapDialogProps = {
  owner: OneTapOwner
  /** Null while one-tap bets are off. */
  session: OneTapSession | null
  minimum: Wei
  onClose: () => void
}

/** Turns one-tap bets on, or shows their remaining limits. */
export function OneTapDialog({ owner, session, minimum, onClose }: OneTapDialogProps) {
  const messages = useMessages(ONE_TAP_MESSAGES)
  const markets = useMarkets()
  const grant = useGrantSession(owner, { onDone: onClose })
  const end = useEndSession(owner, onClose)
  return (
    <Dialog
      onClose={onClose}
      title={
        <span className={styles['title']}>
          <Icon name="bolt" size={18} />
          {session === null ? messages.title : messages.isOn}
        </span>
      }
    >
      {session === null ? (
        <OneTapForm
          minimum={minimum}
          isPending={grant.isPending}
          onSubmit={(limits) => grant.mutate({ limits, markets, first: null })}
        />
      ) : (
        <OneTapStatus
          facts={factsOf(session)}
          isPending={end.isPending}
          onTurnOff={() => end.mutate(session)}
        />
      )}
    </Dialog>
  )
}
