import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { DIRECT_WALLET_MESSAGES } from '../direct-bet-messages.ts'
import styles from './network-warning.module.css'

type NetworkWarningProps = {
  gameName: string
  isSwitching: boolean
  /** Null for a Safe, which is on one network. */
  onSwitch: (() => void) | null
}

/** Shown while the wallet is on a chain that this page does not accept (R-DIRECT-7). */
export function NetworkWarning({ gameName, isSwitching, onSwitch }: NetworkWarningProps) {
  const messages = useMessages(DIRECT_WALLET_MESSAGES)
  return (
    <div className={styles['warning']} role="alert">
      <p>{onSwitch === null ? messages.otherSafe({ name: gameName }) : messages.wrongNetwork}</p>
      {onSwitch !== null && (
        <Button size="small" isPending={isSwitching} onClick={onSwitch}>
          {isSwitching ? messages.switching : messages.switchTo({ name: gameName })}
        </Button>
      )}
    </div>
  )
}
