import { Button } from '#ui/button.tsx'
import { DIRECT_BET_WORDS } from './direct-bet-words.ts'
import styles from './network-warning.module.css'

const WORDS = DIRECT_BET_WORDS.network

type NetworkWarningProps = { gameName: string; isSwitching: boolean; onSwitch: () => void }

/** Shown while the wallet is on a chain this page does not take. */
export function NetworkWarning({ gameName, isSwitching, onSwitch }: NetworkWarningProps) {
  return (
    <div className={styles['warning']} role="alert">
      <p>{WORDS.warning}</p>
      <Button size="small" isPending={isSwitching} onClick={onSwitch}>
        {isSwitching ? WORDS.switching : WORDS.switchTo(gameName)}
      </Button>
    </div>
  )
}
