import { useMessages } from '#i18n/language.ts'
import { changeSettings, readSettings } from '#settings/device-settings.ts'
import { useDeviceSettings } from '#settings/use-device-settings.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { Button } from '#ui/controls/button.tsx'
import type { OneTapOwner } from '../session/use-offer.ts'
import styles from './move.module.css'
import { MOVE_MESSAGES } from './move-messages.ts'
import { useMoveTarget } from './use-move-target.ts'

type MoveOfferProps = { owner: OneTapOwner; isDisabled: boolean; onOpen: () => void }

/** Asks a player with a basic account whether to play from the smart account; never again after a no. */
export function MoveOffer({ owner, isDisabled, onOpen }: MoveOfferProps) {
  const messages = useMessages(MOVE_MESSAGES)
  const toasts = useToastStore()
  const { keptAccounts } = useDeviceSettings()
  const target = useMoveTarget(keptAccounts.includes(owner.account) ? null : owner)
  if (target === null) return null
  const keep = () => {
    changeSettings({ keptAccounts: [...readSettings().keptAccounts, owner.account] })
    toasts.show({ level: 'info', text: messages.kept })
  }
  return (
    <div className={styles['offer']}>
      <p>{messages.question}</p>
      <Button size="small" disabled={isDisabled} onClick={onOpen}>
        {messages.more}
      </Button>
      <Button size="small" tone="quiet" disabled={isDisabled} onClick={keep}>
        {messages.keep}
      </Button>
    </div>
  )
}
