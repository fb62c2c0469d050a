import { useWords } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { DIRECT_BET_WORDS } from './direct-bet-words.ts'
import styles from './network-warning.module.css'

type NetworkWarningProps = { gameName: string; isSwitching: boolean; onSwitch: () => void }

/** Shown while the wallet is on a chain this page does not take. */
export function NetworkWarning({ gameName, isSwitching, onSwitch }: NetworkWarningProps) {
  const words = useWords(DIRECT_BET_WORDS).network
  return (
    <div className={styles['warning']} role="alert">
      <p>{words.warning}</p>
      <Button size="small" isPending={isSwitching} onClick={onSwitch}>
        {isSwitching ? words.switching : words.switchTo(gameName)}
      </Button>
    </div>
  )
}
