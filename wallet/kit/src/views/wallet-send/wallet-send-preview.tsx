import { fill } from '@bullring/wire/text/fill'
import { amountText, usdText } from '#core/account/amount/amount-text.ts'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { shortAddress } from '#core/account/short-address.ts'
import { shortName } from '#core/account/short-name.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { useCoinPrice } from '#react/account/use-coin-price.ts'
import { useIdentity } from '#react/account/use-identity.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { OpenWalletLink } from '#react/connect/open-wallet-link.tsx'
import { useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AddressImage } from '#ui/image/address-image.tsx'
import { Icon } from '#ui/image/icon.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { WholeAddress } from '#ui/whole-address.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './send-preview.module.css'
import { TransferArrow } from './transfer-arrow.tsx'
import { type ReviewedTransfer, useReviewedTransfer } from './use-reviewed-transfer.ts'
import { useSend } from './use-send.ts'

/** Decimals of the network cost, rounded down. */
const FEE_DECIMALS = 8

/** Shows the transfer for review before the wallet is asked to sign it. */
export function WalletSendPreview() {
  const transfer = useReviewedTransfer()
  return transfer === null ? null : <Review transfer={transfer} />
}

function Review({ transfer }: { transfer: ReviewedTransfer }) {
  const { modal } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const { isSending, send } = useSend(transfer)
  const { asset, amount, to, receiver } = transfer
  const network = useKitAccount()?.network ?? null
  const { name, avatar } = useIdentity({ address: to, network })
  const knownName = name === null ? null : shortName(name)
  const isName = receiver.toLowerCase() !== to.toLowerCase()
  return (
    <div className={classNames(layout['view'], styles['preview'])}>
      <div className={styles['pair']}>
        <div className={styles['side']}>
          <span className={text['fieldLabel']}>{messages.send}</span>
          <b>{`${amountText(amount, asset.decimals, asset.decimals)} ${asset.symbol}`}</b>
          <span className={styles['worth']}>{usdText(amount, asset.decimals, asset.price)}</span>
          <AssetImage asset={asset} />
        </div>
        <TransferArrow />
        <div className={styles['side']}>
          <span className={text['fieldLabel']}>{messages.to}</span>
          <b>{isName ? shortName(receiver) : (knownName ?? shortAddress(to))}</b>
          {avatar === null ? (
            <AddressImage address={to} size={40} />
          ) : (
            <img className={styles['avatar']} src={avatar} alt="" width={40} height={40} />
          )}
        </div>
      </div>
      <Details transfer={transfer} />
      <p className={styles['warning']}>
        <Icon name="warning" size={18} />
        {messages.review}
      </p>
      <div className={styles['buttons']}>
        <Button tone="quiet" size="large" isDisabled={isSending} onClick={modal.goBack}>
          {messages.cancel}
        </Button>
        <Button size="large" isBusy={isSending} onClick={send}>
          {isSending ? messages.sending : messages.send}
        </Button>
      </div>
      {isSending && <OpenWalletLink />}
    </div>
  )
}

function Details({ transfer: { to, fee } }: { transfer: ReviewedTransfer }) {
  const messages = useMessages('send', SEND_MESSAGES)
  const network = useKitAccount()?.network ?? null
  const price = useCoinPrice()
  return (
    <dl className={styles['details']} aria-label={messages.details}>
      <dt>{messages.networkCost}</dt>
      <dd>{network !== null && costText(fee, network.nativeCurrency, messages, price)}</dd>
      <dt>{messages.address}</dt>
      <dd className={styles['address']}>
        <WholeAddress address={to} />
      </dd>
      <dt>{messages.network}</dt>
      <dd className={styles['network']}>
        <NetworkImage network={network} size={20} />
        {network?.name}
      </dd>
    </dl>
  )
}

function costText(
  fee: SendFormState['fee'],
  { symbol, decimals }: { symbol: string; decimals: number },
  messages: { unknownCost: string; upTo: string },
  price: number | null,
): string {
  if (fee === null) return messages.unknownCost
  const worth = usdText(fee, decimals, price)
  const cost = fill(messages.upTo, { amount: amountText(fee, decimals, FEE_DECIMALS), symbol })
  return worth === null ? cost : `${cost} (${worth})`
}
