import type { BuyOffer } from '#core/buy/buy-offer.ts'
import { fiatName, fiatSign } from '#core/buy/fiat-text.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useMessages } from '#react/kit-context.ts'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { BUY_MESSAGES } from './buy-messages.ts'
import { CurrencyList } from './currency-list.tsx'
import { useBuyOrder } from './use-buy-order.ts'
import { WithOffer } from './with-offer.tsx'

/** Selects the currency to pay with. */
export function OnRampFiatSelect() {
  return <WithOffer>{(offer) => <Fiats offer={offer} />}</WithOffer>
}

function Fiats({ offer }: { offer: BuyOffer }) {
  const { buyForm } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const choice = useBuyOrder(offer)
  return (
    <CurrencyList
      currencies={offer.fiats.map(({ id }) => ({
        id,
        name: fiatName(id),
        detail: id,
        image: <WalletImage name={fiatSign(id)} source={null} isRound />,
      }))}
      current={choice?.fiat.id ?? ''}
      searchLabel={messages.searchCurrency}
      none={messages.noCurrency}
      onChoose={(fiat) => buyForm.setState({ fiat })}
    />
  )
}
