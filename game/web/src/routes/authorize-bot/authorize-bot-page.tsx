import { type BotRequest, readBotLink } from '@bullring/client/bot-link'
import { useAppConfig } from '#api/market/app-config.ts'
import { brandName } from '#browser/page-brand.ts'
import { useWallet } from '#chain/wallet/use-wallet.ts'
import { AccessNotice } from '#features/access/access-notice.tsx'
import { useAccess } from '#features/access/use-access.ts'
import { ConnectButton } from '#features/connect/connect-button.tsx'
import { useWalletModal } from '#features/connect/use-wallet-modal.tsx'
import { BotGrant } from '#features/one-tap/bot/bot-grant.tsx'
import { BOT_MESSAGES } from '#features/one-tap/bot/bot-messages.ts'
import { useIsOffered, useOwner } from '#features/one-tap/session/use-offer.ts'
import { useMessages } from '#i18n/language.ts'
import { ToastRegion } from '#ui/dialog/toast-region.tsx'
import { PlainPage } from '../plain-page.tsx'
import { usePageTitle } from '../use-page-title.ts'
import styles from './authorize-bot-page.module.css'

/** The page that the link of a bot opens. */
export function AuthorizeBotPage() {
  const messages = useMessages(BOT_MESSAGES)
  usePageTitle(`${messages.title} · ${brandName()}`)
  const request = readBotLink(window.location.search)
  return (
    <>
      <PlainPage width="37rem" home={messages.home}>
        <section className={styles['card']}>
          <h1>{messages.title}</h1>
          {request === null ? <p>{messages.badLink}</p> : <Content request={request} />}
        </section>
      </PlainPage>
      <ToastRegion />
    </>
  )
}

function Content({ request }: { request: BotRequest }) {
  const messages = useMessages(BOT_MESSAGES)
  const { markets } = useAppConfig()
  const wallet = useWallet()
  const { isOpening, openModal } = useWalletModal()
  const owner = useOwner()
  const isOffered = useIsOffered(owner)
  const access = useAccess()
  const market = Object.hasOwn(markets, request.market) ? markets[request.market] : undefined
  if (market?.kind !== 'bullring') return <p>{messages.badLink}</p>
  if (access.kind !== 'open') return <AccessNotice access={access} />
  if (owner !== null && isOffered) {
    return <BotGrant owner={owner} request={request} prediction={market.prediction} />
  }
  return (
    <>
      {isOffered === false && <p>{messages.needsSmart}</p>}
      {wallet.kind !== 'connected' && (
        <ConnectButton
          isPending={wallet.kind === 'connecting' || isOpening}
          onConnect={openModal}
        />
      )}
    </>
  )
}
