import type { Epoch, Wei } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Wallet } from '#chain/use-wallet.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { BetForm } from './bet-form.tsx'
import { ClaimForm } from './claim-form.tsx'
import { DIRECT_BET_MESSAGES, type DirectBetMessages } from './direct-bet-messages.ts'
import styles from './direct-bet-panel.module.css'
import { LogCard } from './log-card.tsx'
import { NetworkWarning } from './network-warning.tsx'
import { ProgressCard } from './progress-card.tsx'
import { type Order, useDirectTransaction } from './use-direct-transaction.ts'
import { useEpochField } from './use-epoch-field.ts'
import { useExecutionLog, type WriteLog } from './use-execution-log.ts'
import { useWalletChain, type WalletChain } from './use-wallet-chain.ts'
import { WalletCard } from './wallet-card.tsx'

type DirectBetPanelProps = {
  wallet: Wallet
  balance: Wei | null
  /** A way to more coins, where there is one. */
  topUp: ReactNode
  isOpening: boolean
  onConnect: () => void
  /** A transaction is on the chain. */
  onDone: () => void
}

/** Joins forms, wallet, progress and log. */
export function DirectBetPanel(props: DirectBetPanelProps) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { wallet, balance, topUp, isOpening, onConnect, onDone } = props
  const { chain: game } = useAppConfig()
  const account = wallet.kind === 'connected' ? wallet.address : null
  const { entries, write } = useExecutionLog()
  const { walletChain, isSwitching, switchNetwork, moveToGame } = useWalletChain(write)
  const epochField = useEpochField()
  const claims = useClaimList(write)
  const { progress, running, send } = useDirectTransaction({
    isConnected: account !== null,
    write,
    moveToGame,
    onDone: (order) => {
      if (order.kind === 'claim') claims.clear()
      onDone()
    },
    onSettled: epochField.recheck,
  })
  useConnectionLog(account, write)

  const problem = walletProblem(walletChain, messages)
  const submit = (order: Order) => account !== null && send(account, order)
  return (
    <div className={styles['panel']}>
      {walletChain?.isAccepted === false && (
        <NetworkWarning gameName={game.name} isSwitching={isSwitching} onSwitch={switchNetwork} />
      )}
      <div className={styles['wallet']}>
        <WalletCard
          wallet={wallet}
          balance={balance}
          chain={walletChain}
          topUp={topUp}
          isOpening={isOpening}
          onConnect={onConnect}
        />
      </div>
      <div className={styles['work']}>
        <BetForm epochField={epochField} walletProblem={problem} running={running} onBet={submit} />
        <ProgressCard progress={progress} explorerUrl={game.explorerUrl} />
        <ClaimForm
          epochs={claims.epochs}
          walletProblem={problem}
          isBusy={running !== null}
          isClaiming={running?.kind === 'claim'}
          onAdd={claims.add}
          onRemove={claims.remove}
          onClaim={() => submit({ kind: 'claim', epochs: claims.epochs })}
        />
      </div>
      <div className={styles['log']}>
        <LogCard entries={entries} />
      </div>
    </div>
  )
}

/** Why nothing can be sent at all. Spec, section 5: wallet connected, on BSC. */
function walletProblem(chain: WalletChain | null, messages: DirectBetMessages): string | null {
  if (chain === null) return messages.wallet.required
  return chain.isAccepted ? null : messages.network.warning
}

function useClaimList(write: WriteLog) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const [epochs, setEpochs] = useState<readonly Epoch[]>([])
  return {
    epochs,
    add: (epoch: Epoch) => {
      setEpochs((known) => [...known, epoch])
      write(messages.log.added(epoch.toString()))
    },
    remove: (epoch: Epoch) => {
      setEpochs((known) => known.filter((other) => other !== epoch))
      write(messages.log.removed(epoch.toString()))
    },
    clear: () => setEpochs([]),
  }
}

function useConnectionLog(account: string | null, write: WriteLog) {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (account === last.current) return
    last.current = account
    write(
      account === null ? messages.log.disconnected : messages.log.connected(formatAddress(account)),
    )
  }, [account, write, messages])
}
