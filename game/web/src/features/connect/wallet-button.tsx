import type { Wei } from '@bullring/prediction/units'
import type { Wallet } from '#chain/wallet/use-wallet.ts'
import { formatAddress, formatBalance, formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { PlayMoneyButton } from './play-money-button.tsx'
import { useDisconnectWithUndo } from './use-disconnect-with-undo.ts'
import type { PlayMoney } from './use-play-money.ts'
import styles from './wallet-button.module.css'

type WalletButtonProps = {
  wallet: Wallet
  balance: Wei | null
  playMoney: PlayMoney
  /** The wallet modal is loading. */
  isOpening: boolean
  onConnect: () => void
  onOpenAccount: () => void
}

/** The wallet in the top bar. The balance opens the account. The address disconnects: R-PAGE-3. */
export function WalletButton(props: WalletButtonProps) {
  const { wallet, balance, playMoney, isOpening, onConnect, onOpenAccount } = props
  const messages = useMessages(CONNECT_MESSAGES)
  const disconnect = useDisconnectWithUndo()
  if (wallet.kind !== 'connected') {
    const isConnecting = wallet.kind === 'connecting'
    return (
      <Button
        className={styles['button']}
        isPending={isConnecting || isOpening}
        isPressable
        onClick={onConnect}
      >
        {isConnecting ? messages.connecting : messages.connect}
      </Button>
    )
  }
  return (
    <div className={styles['wallet']}>
      <span className={styles['money']}>
        <PlayMoneyButton playMoney={playMoney} shape="icon" />
      </span>
      <button
        type="button"
        className={styles['balance']}
        title={messages.openAccount}
        data-balance
        aria-haspopup="dialog"
        aria-busy={isOpening}
        onClick={onOpenAccount}
      >
        <Icon name="wallet" size={18} />
        <span className={styles['amount']}>
          {balance === null ? (
            <Skeleton characters={7} />
          ) : (
            <b title={`${formatBalance(balance)} BNB`}>{formatBnb(balance)}</b>
          )}{' '}
          BNB
        </span>
      </button>
      <Button
        tone="quiet"
        className={styles['button']}
        title={messages.disconnect}
        onClick={disconnect}
      >
        <span className={styles['dot']} />
        {formatAddress(wallet.address)}
      </Button>
    </div>
  )
}
