import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CONNECT_WORDS, switchWords, wrongChainWords } from './connect-words.ts'
import styles from './wallet-banner.module.css'

type ConnectBannerProps = { onConnect: () => void; onDismiss: () => void }

/** Shown when somebody wants to bet without a wallet. */
export function ConnectBanner({ onConnect, onDismiss }: ConnectBannerProps) {
  return (
    <div className={styles['banner']} role="alert">
      <p>{CONNECT_WORDS.warning}</p>
      <Button size="small" onClick={onConnect}>
        {CONNECT_WORDS.warningAction}
      </Button>
      <button type="button" aria-label={CONNECT_WORDS.dismiss} onClick={onDismiss}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

type NetworkBannerProps = { chainName: string; isSwitching: boolean; onSwitch: () => void }

/** Shown while the wallet is on another chain. */
export function NetworkBanner({ chainName, isSwitching, onSwitch }: NetworkBannerProps) {
  return (
    <div className={styles['banner']} role="alert">
      <p>{wrongChainWords(chainName)}</p>
      <Button size="small" isPending={isSwitching} onClick={onSwitch}>
        {isSwitching ? CONNECT_WORDS.switching : switchWords(chainName)}
      </Button>
    </div>
  )
}
