import { fill } from '@bullring/wire/text/fill'
import type { BuyOffer, BuyProvider } from '#core/buy/buy-offer.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import layout from '#ui/layout.module.css'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { RowList } from '#ui/list/row-list.tsx'
import text from '#ui/text.module.css'
import styles from './buy.module.css'
import { BUY_MESSAGES } from './buy-messages.ts'
import { GetBox } from './get-box.tsx'
import { PayBox } from './pay-box.tsx'
import { type BuyChoice, useBuyOrder } from './use-buy-order.ts'
import { WithOffer } from './with-offer.tsx'

/** The amount to buy, and the provider. */
export function OnRampProviders() {
  return <WithOffer>{(offer) => <Offer offer={offer} />}</WithOffer>
}

function Offer({ offer }: { offer: BuyOffer }) {
  const { events, router } = useKit()
  const messages = useMessages('buy', BUY_MESSAGES)
  const choice = useBuyOrder(offer)
  if (choice === null) return null
  const explain = () => {
    events.emit({ event: 'SELECT_WHAT_IS_A_BUY' })
    router.push('WhatIsABuy')
  }
  return (
    <div className={layout['view']}>
      <div className={styles['form']}>
        <PayBox choice={choice} />
        <GetBox choice={choice} providers={offer.providers} />
      </div>
      <section className={styles['providers']}>
        <h3 className={text['sectionTitle']}>
          {fill(messages.buyWith, { coin: choice.coin.symbol })}
        </h3>
        <RowList>
          {offer.providers.map((provider) => (
            <li key={provider.id}>
              <ProviderRow provider={provider} choice={choice} />
            </li>
          ))}
        </RowList>
      </section>
      <div className={styles['links']}>
        <TextButton icon="help" onClick={explain}>
          {messages.howItWorks}
        </TextButton>
        <TextButton icon="clock" onClick={() => router.push('OnRampActivity')}>
          {messages.purchases}
        </TextButton>
      </div>
    </div>
  )
}

function ProviderRow({ provider, choice }: { provider: BuyProvider; choice: BuyChoice }) {
  const { events, router } = useKit()
  const { checkouts } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const account = useKitAccount()
  const { id, name, isPlayMoney } = provider
  const buy = () => {
    if (account === null) return
    events.emit({ event: 'SELECT_BUY_PROVIDER', properties: { provider: id } })
    checkouts.start({ ...choice.order, account: account.address, provider: id }, provider)
    router.push('BuyInProgress')
  }
  return (
    <ListRow
      image={<RowIcon name="card" />}
      title={name}
      detail={isPlayMoney ? messages.playMoney : messages.external}
      hasArrow
      isDisabled={choice.problem !== null}
      onClick={buy}
    />
  )
}
