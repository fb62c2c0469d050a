import type { Wei } from '@bullring/prediction/units'
import { useDisconnect } from 'wagmi'
import type { Wallet } from '#chain/use-wallet.ts'
import { Button } from '#ui/button.tsx'
import { formatAddress, formatBalance } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CONNECT_WORDS } from './connect-words.ts'
import styles from './wallet-button.module.css'

type WalletButtonProps = {
  wallet: Wallet
  balance: Wei | null
  playMoney: { isOffered: boolean; isRunning: boolean; request: () => void }
  onConnect: () => void
}

/** The wallet's place in the top bar. A click on the address disconnects: spec, section 2. */
export function WalletButton({ wallet, balance, playMoney, onConnect }: WalletButtonProps) {
  const { mutate: disconnect } = useDisconnect()
  if (wallet.kind !== 'connected') {
    const isConnecting = wallet.kind === 'connecting'
    return (
      <Button className={styles['button']} isPending={isConnecting} onClick={onConnect}>
        {isConnecting ? CONNECT_WORDS.connecting : CONNECT_WORDS.connect}
      </Button>
    )
  }
  return (
    <div className={styles['wallet']}>
      {playMoney.isOffered && (
        <Button
          tone="quiet"
          className={styles['money']}
          isPending={playMoney.isRunning}
          aria-label={
            playMoney.isRunning ? CONNECT_WORDS.gettingPlayMoney : CONNECT_WORDS.getPlayMoney
          }
          title={CONNECT_WORDS.getPlayMoney}
          onClick={playMoney.request}
        >
          {!playMoney.isRunning && <Icon name="plus" />}
        </Button>
      )}
      <span className={styles['balance']} title={CONNECT_WORDS.balance}>
        {balance === null ? <Skeleton characters={10} /> : <b>{formatBalance(balance)}</b>} BNB
      </span>
      <Button
        tone="quiet"
        className={styles['button']}
        title={CONNECT_WORDS.disconnect}
        onClick={() => disconnect({})}
      >
        <span className={styles['dot']} />
        {formatAddress(wallet.address)}
      </Button>
    </div>
  )
}
