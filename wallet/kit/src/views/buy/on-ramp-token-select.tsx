import type { BuyOffer } from '#core/buy/buy-offer.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useMessages } from '#react/kit-context.ts'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { BUY_MESSAGES } from './buy-messages.ts'
import { CurrencyList } from './currency-list.tsx'
import { useBuyOrder } from './use-buy-order.ts'
import { WithOffer } from './with-offer.tsx'

/** Selects the token to buy. */
export function OnRampTokenSelect() {
  return <WithOffer>{(offer) => <Coins offer={offer} />}</WithOffer>
}

function Coins({ offer }: { offer: BuyOffer }) {
  const { buyForm } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const choice = useBuyOrder(offer)
  return (
    <CurrencyList
      currencies={offer.coins.map(({ id, name, symbol }) => ({
        id,
        name,
        detail: symbol,
        image: <WalletImage name={symbol} source={null} isRound />,
      }))}
      current={choice?.coin.id ?? ''}
      searchLabel={messages.searchToken}
      none={messages.noToken}
      onChoose={(coin) => buyForm.setState({ coin })}
    />
  )
}
