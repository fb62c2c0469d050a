import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import styles from './wallet-banner.module.css'

type ConnectBannerProps = {
  isOpening: boolean
  onConnect: () => void
  /** Opens practice; null where none is offered. */
  onPractice: (() => void) | null
  onDismiss: () => void
}

/** Shown when a visitor tries to bet without a wallet (R-BET-2). */
export function ConnectBanner({ isOpening, onConnect, onPractice, onDismiss }: ConnectBannerProps) {
  const messages = useMessages(CONNECT_MESSAGES)
  return (
    <div className={styles['banner']} role="alert">
      <p>{messages.warning}</p>
      <Button size="small" isPending={isOpening} isPressable onClick={onConnect}>
        {messages.warningAction}
      </Button>
      {onPractice !== null && (
        <Button size="small" tone="quiet" onClick={onPractice}>
          {messages.practice}
        </Button>
      )}
      <button type="button" aria-label={messages.dismiss} onClick={onDismiss}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

/** Shown when a player bets while the wallet of the last visit is still coming back. */
export function ReturningBanner() {
  const messages = useMessages(CONNECT_MESSAGES)
  return (
    <div className={styles['banner']} role="status">
      <p>{messages.connecting}</p>
    </div>
  )
}

type NetworkBannerProps = {
  chainName: string
  isSwitching: boolean
  /** Null for a Safe, which is on one network. */
  onSwitch: (() => void) | null
}

/** Shown while the wallet is on another network. */
export function NetworkBanner({ chainName, isSwitching, onSwitch }: NetworkBannerProps) {
  const messages = useMessages(CONNECT_MESSAGES)
  if (onSwitch === null) {
    return (
      <div className={styles['banner']} role="alert">
        <p>{messages.otherSafe({ chainName })}</p>
      </div>
    )
  }
  return (
    <div className={styles['banner']} role="alert">
      <p>{messages.wrongChain({ chainName })}</p>
      <Button size="small" isPending={isSwitching} onClick={onSwitch}>
        {isSwitching ? messages.switching : messages.switchTo({ chainName })}
      </Button>
    </div>
  )
}
