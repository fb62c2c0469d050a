import type { Epoch, Wei } from '@bullring/prediction/units'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { safe } from '#chain/safe/safe.ts'
import type { Wallet } from '#chain/wallet/use-wallet.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import {
  DIRECT_LOG_MESSAGES,
  DIRECT_WALLET_MESSAGES,
  type DirectWalletMessages,
} from './direct-bet-messages.ts'
import styles from './direct-bet-panel.module.css'
import { ClaimForm } from './form/claim-form.tsx'
import { DirectBetForm } from './form/direct-bet-form.tsx'
import { useEpochInput } from './form/use-epoch-input.ts'
import { LogCard } from './progress/log-card.tsx'
import { ProgressCard } from './progress/progress-card.tsx'
import { useExecutionLog, type WriteLog } from './progress/use-execution-log.ts'
import { type DirectTransaction, useDirectTransaction } from './use-direct-transaction.ts'
import { NetworkWarning } from './wallet/network-warning.tsx'
import { useWalletChain, type WalletChain } from './wallet/use-wallet-chain.ts'
import { WalletCard } from './wallet/wallet-card.tsx'

type DirectBetPanelProps = {
  wallet: Wallet
  /** The operator's reason why the visitor cannot bet; null without one. */
  betProblem?: string | null
  balance: Wei | null
  /** Button that tops up the balance, where the chain has one. */
  topUp: ReactNode
  isOpening: boolean
  onConnect: () => void
  /** Called when a transaction is mined. */
  onDone: () => void
}

/** The direct-bet page: wallet, forms, progress and log. */
export function DirectBetPanel(props: DirectBetPanelProps) {
  const messages = useMessages(DIRECT_WALLET_MESSAGES)
  const { wallet, betProblem = null, balance, topUp, isOpening, onConnect, onDone } = props
  const { chain: game } = useAppConfig()
  const account = wallet.kind === 'connected' ? wallet.address : null
  const { entries, write } = useExecutionLog()
  const { walletChain, isSwitching, switchNetwork, switchToGame } = useWalletChain(write)
  const epochInput = useEpochInput()
  const claims = useClaimList(write)
  const { progress, pending, send } = useDirectTransaction({
    isConnected: account !== null,
    write,
    switchToGame,
    onDone: (transaction) => {
      if (transaction.kind === 'claim') claims.clear()
      onDone()
    },
    onSettled: epochInput.recheck,
  })
  useConnectionLog(account, write)

  const problem = walletProblem(walletChain, messages)
  const submit = (transaction: DirectTransaction) => account !== null && send(account, transaction)
  return (
    <div className={styles['panel']}>
      {walletChain?.isAccepted === false && (
        <NetworkWarning
          gameName={game.name}
          isSwitching={isSwitching}
          onSwitch={safe() === null ? switchNetwork : null}
        />
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
      <div className={styles['main']}>
        <DirectBetForm
          epochInput={epochInput}
          walletProblem={betProblem ?? problem}
          pending={pending}
          onBet={submit}
        />
        <ProgressCard progress={progress} explorerUrl={game.explorerUrl} />
        <ClaimForm
          epochs={claims.epochs}
          walletProblem={problem}
          isBusy={pending !== null}
          isClaiming={pending?.kind === 'claim'}
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

/** Returns the reason why the wallet cannot send anything; null when it can (R-DIRECT-5, R-DIRECT-7). */
function walletProblem(chain: WalletChain | null, messages: DirectWalletMessages): string | null {
  if (chain === null) return messages.required
  return chain.isAccepted ? null : messages.wrongNetwork
}

function useClaimList(write: WriteLog) {
  const messages = useMessages(DIRECT_LOG_MESSAGES)
  const [epochs, setEpochs] = useState<readonly Epoch[]>([])
  return {
    epochs,
    add: (epoch: Epoch) => {
      setEpochs((known) => [...known, epoch])
      write(messages.added({ epoch }))
    },
    remove: (epoch: Epoch) => {
      setEpochs((known) => known.filter((other) => other !== epoch))
      write(messages.removed({ epoch }))
    },
    clear: () => setEpochs([]),
  }
}

function useConnectionLog(account: string | null, write: WriteLog) {
  const messages = useMessages(DIRECT_LOG_MESSAGES)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (account === last.current) return
    last.current = account
    write(
      account === null
        ? messages.disconnected
        : messages.connected({ address: formatAddress(account) }),
    )
  }, [account, write, messages])
}
