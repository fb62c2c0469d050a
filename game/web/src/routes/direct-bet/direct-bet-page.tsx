import { useQueryClient } from '@tanstack/react-query'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { brandName } from '#browser/page-brand.ts'
import { useClockSync } from '#chain/clock/use-clock-sync.ts'
import {
  balanceKeys,
  useWallet,
  useWalletAddress,
  useWalletBalance,
} from '#chain/wallet/use-wallet.ts'
import { ACCESS_MESSAGES } from '#features/access/access-messages.ts'
import { useAccess } from '#features/access/use-access.ts'
import { PlayMoneyButton } from '#features/connect/play-money-button.tsx'
import { usePlayMoney } from '#features/connect/use-play-money.ts'
import { useWalletModal } from '#features/connect/use-wallet-modal.tsx'
import { DIRECT_BET_MESSAGES } from '#features/direct-bet/direct-bet-messages.ts'
import { DirectBetPanel } from '#features/direct-bet/direct-bet-panel.tsx'
import { useReferral } from '#features/referral/use-referral.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { RouteLink } from '../route-link.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './direct-bet-page.module.css'

/** The direct-bet page: R-DIRECT-1. */
export function DirectBetPage() {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  usePageTitle(messages.pageTitle)
  useClockSync()
  const client = useQueryClient()
  const wallet = useWallet()
  const balance = useWalletBalance(wallet)
  useReferral(useWalletAddress())
  const { isOpening, openModal } = useWalletModal()
  const refresh = () => void client.invalidateQueries({ queryKey: balanceKeys.all })
  const playMoney = usePlayMoney(wallet, balance, refresh)

  return (
    <>
      <div className={styles['page']}>
        <header className={styles['bar']}>
          <RouteLink href="/" className={styles['brand']} aria-label={messages.home}>
            <BrandMark />
            <span>{brandName()}</span>
          </RouteLink>
        </header>
        <main className={styles['main']}>
          <div className={styles['head']}>
            <h1>{messages.title}</h1>
            <p>{messages.lead}</p>
          </div>
          <DirectBetPanel
            wallet={wallet}
            betProblem={useBetProblem()}
            balance={balance}
            topUp={<PlayMoneyButton playMoney={playMoney} shape="icon" />}
            isOpening={isOpening}
            onConnect={openModal}
            onDone={refresh}
          />
        </main>
        <PageFooter />
      </div>
      <ToastRegion />
    </>
  )
}

/** Returns the operator's reason why the visitor cannot bet; null without one. */
function useBetProblem(): string | null {
  const access = useAccess()
  const messages = useMessages(ACCESS_MESSAGES)
  if (access.kind === 'unconfirmed') return messages.unconfirmed({ age: access.age })
  return access.kind === 'open' ? null : messages[access.kind]
}

function PageFooter() {
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const { chain } = useAppConfig()
  const { prediction } = useMarketConfig()
  return (
    <footer className={styles['footer']}>
      <p title={prediction}>
        {chain.name}，{messages.contract} {formatAddress(prediction)}
      </p>
      <RouteLink href="/">{messages.toGame}</RouteLink>
    </footer>
  )
}
