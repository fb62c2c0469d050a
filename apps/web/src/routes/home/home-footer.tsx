import { useAppConfig } from '#api/app-config.ts'
import { useMarketConfig } from '#api/market-config.ts'
import { formatAddress } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { RouteLink } from '../route-link.tsx'
import styles from './home-footer.module.css'
import { HOME_MESSAGES } from './home-messages.ts'

/** Contact links and the contract that holds the funds. */
export function HomeFooter() {
  const messages = useMessages(HOME_MESSAGES)
  const { chain, telegramUrl } = useAppConfig()
  const { prediction } = useMarketConfig()
  return (
    <footer className={styles['footer']}>
      <p>
        {chain.name}, {messages.contract}{' '}
        {chain.explorerUrl === null ? (
          <span title={prediction}>{formatAddress(prediction)}</span>
        ) : (
          <ExternalLink href={`${chain.explorerUrl}/address/${prediction}`}>
            {formatAddress(prediction)}
          </ExternalLink>
        )}
      </p>
      <RouteLink href="/direct-bet">{messages.directBet}</RouteLink>
      {telegramUrl !== null && <ExternalLink href={telegramUrl}>{messages.telegram}</ExternalLink>}
    </footer>
  )
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <Icon name="out" size={12} />
    </a>
  )
}
