import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { useDisconnect } from 'wagmi'
import type { Wallet } from '#chain/wallet/use-wallet.ts'
import { formatBalance } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DIRECT_WALLET_MESSAGES } from '../direct-bet-messages.ts'
import { Ticket } from '../ticket.tsx'
import type { WalletChain } from './use-wallet-chain.ts'
import styles from './wallet-card.module.css'

type WalletCardProps = {
  wallet: Wallet
  balance: Wei | null
  chain: WalletChain | null
  /** Button that tops up the balance, where the chain has one. */
  topUp: ReactNode
  /** The wallet modal is loading. */
  isOpening: boolean
  onConnect: () => void
}

/** The wallet's address, balance and network. */
export function WalletCard(props: WalletCardProps) {
  const { wallet, balance, chain, topUp, isOpening, onConnect } = props
  const messages = useMessages(DIRECT_WALLET_MESSAGES)
  return (
    <Ticket title={messages.title} isQuiet aside={<StatusBadge kind={wallet.kind} />}>
      {wallet.kind === 'connected' ? (
        <ConnectedWallet address={wallet.address} balance={balance} chain={chain} topUp={topUp} />
      ) : (
        <>
          <p className={styles['hint']}>{messages.hint}</p>
          <Button
            isPending={wallet.kind === 'connecting' || isOpening}
            isPressable
            onClick={onConnect}
          >
            <Icon name="wallet" />
            {messages.connect}
          </Button>
        </>
      )}
    </Ticket>
  )
}

function StatusBadge({ kind }: { kind: Wallet['kind'] }) {
  const messages = useMessages(DIRECT_WALLET_MESSAGES)
  return (
    <p role="status" className={classNames(styles['badge'], styles[kind])}>
      <span className={styles['dot']} />
      {messages[kind]}
    </p>
  )
}

type ConnectedWalletProps = Pick<WalletCardProps, 'balance' | 'chain' | 'topUp'> & {
  address: string
}

function ConnectedWallet({ address, balance, chain, topUp }: ConnectedWalletProps) {
  const messages = useMessages(DIRECT_WALLET_MESSAGES)
  const { mutate: disconnect } = useDisconnect()
  return (
    <>
      <dl className={styles['rows']}>
        <div>
          <dt>{messages.address}</dt>
          <dd className={styles['address']}>{address}</dd>
        </div>
        <div>
          <dt>{messages.balance}</dt>
          <dd className={styles['money']}>
            {balance === null ? <Skeleton characters={10} /> : <b>{formatBalance(balance)}</b>} BNB
            {topUp}
          </dd>
        </div>
        <div>
          <dt>{messages.network}</dt>
          <dd>
            {chain?.name ?? messages.unknownNetwork} <span>({chain?.id})</span>
          </dd>
        </div>
      </dl>
      <Button tone="quiet" size="small" className={styles['leave']} onClick={() => disconnect({})}>
        {messages.disconnect}
      </Button>
    </>
  )
}
