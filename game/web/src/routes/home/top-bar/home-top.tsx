import { useLine } from '#data/line.ts'
import { useTokenPrices } from '#features/chart/use-token-prices.ts'
import { WalletButton } from '#features/connect/wallet-button.tsx'
import { PriceTag } from '#features/price/price-tag.tsx'
import { useHomeActions } from '../home-actions.tsx'
import { useHomeAccount } from '../home-data.tsx'
import { TopBar } from './top-bar.tsx'

/** The top bar with price and wallet. */
export function HomeTop() {
  const { openGuide, openSettings } = useHomeActions()
  return (
    <TopBar
      price={<Price />}
      wallet={<TopWallet />}
      onOpenGuide={openGuide}
      onOpenSettings={openSettings}
    />
  )
}

function Price() {
  const { data = [] } = useTokenPrices()
  return <PriceTag points={data} line={useLine().kind} />
}

function TopWallet() {
  const { wallet, balance, playMoney } = useHomeAccount()
  const { isOpening, openAccount, openConnect } = useHomeActions()
  return (
    <WalletButton
      wallet={wallet}
      balance={balance}
      playMoney={playMoney}
      isOpening={isOpening}
      onConnect={openConnect}
      onOpenAccount={openAccount}
    />
  )
}
