import { useAppConfig } from '#api/app-config.ts'
import { useWords } from '#i18n/language.ts'
import { formatAddress } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { RouteLink } from '../route-link.tsx'
import styles from './home-footer.module.css'
import { HOME_WORDS } from './home-words.ts'

/** Where to ask, and the contract that holds the money. */
export function HomeFooter() {
  const words = useWords(HOME_WORDS)
  const { chain, markets, telegramUrl } = useAppConfig()
  const { prediction } = markets.BNB
  return (
    <footer className={styles['footer']}>
      <p>
        {chain.name}, {words.contract}{' '}
        {chain.explorerUrl === null ? (
          <span title={prediction}>{formatAddress(prediction)}</span>
        ) : (
          <Outside href={`${chain.explorerUrl}/address/${prediction}`}>
            {formatAddress(prediction)}
          </Outside>
        )}
      </p>
      <RouteLink href="/direct-bet">{words.directBet}</RouteLink>
      {telegramUrl !== null && <Outside href={telegramUrl}>{words.telegram}</Outside>}
    </footer>
  )
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <Icon name="out" size={12} />
    </a>
  )
}
