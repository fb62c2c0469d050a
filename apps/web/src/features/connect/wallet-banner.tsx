import { useWords } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CONNECT_WORDS } from './connect-words.ts'
import styles from './wallet-banner.module.css'

type ConnectBannerProps = {
  isOpening: boolean
  onConnect: () => void
  onDismiss: () => void
}

/** Shown when somebody wants to bet without a wallet. */
export function ConnectBanner({ isOpening, onConnect, onDismiss }: ConnectBannerProps) {
  const words = useWords(CONNECT_WORDS)
  return (
    <div className={styles['banner']} role="alert">
      <p>{words.warning}</p>
      <Button size="small" isPending={isOpening} isPressable onClick={onConnect}>
        {words.warningAction}
      </Button>
      <button type="button" aria-label={words.dismiss} onClick={onDismiss}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

type NetworkBannerProps = { chainName: string; isSwitching: boolean; onSwitch: () => void }

/** Shown while the wallet is on another chain. */
export function NetworkBanner({ chainName, isSwitching, onSwitch }: NetworkBannerProps) {
  const words = useWords(CONNECT_WORDS)
  return (
    <div className={styles['banner']} role="alert">
      <p>{words.wrongChain(chainName)}</p>
      <Button size="small" isPending={isSwitching} onClick={onSwitch}>
        {isSwitching ? words.switching : words.switchTo(chainName)}
      </Button>
    </div>
  )
}
