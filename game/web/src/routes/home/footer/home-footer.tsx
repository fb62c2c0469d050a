import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { formatAddress, formatPercent } from '#format/format.ts'
import { useLanguage, useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { Icon } from '#ui/icon.tsx'
import { RouteLink } from '../../route-link.tsx'
import { useHomeActions } from '../home-actions.tsx'
import { useHomeRounds } from '../home-data.tsx'
import { HOME_MESSAGES } from '../home-messages.ts'
import { BrandLinks } from './brand-links.tsx'
import { ExternalLink } from './external-link.tsx'
import styles from './home-footer.module.css'
import { VersionLink } from './version-link.tsx'

/** Least age of players, unless the operator names a higher one. */
const LEAST_AGE = 18

/** The fee, the contract that holds the funds, links to read, check and limit, and the version. */
export function HomeFooter() {
  const messages = useMessages(HOME_MESSAGES)
  const { telegramUrl, brand } = useAppConfig()
  const language = useLanguage()
  const { next } = useHomeRounds()
  const fee = next.kind === 'ready' ? formatPercent(next.round.treasuryFee, language) : null
  return (
    <footer className={styles['footer']}>
      <p className={styles['facts']}>
        {fee !== null && <span>{messages.fee({ percent: fee })}</span>}
        <ContractLink />
      </p>
      <nav className={styles['links']} aria-label={messages.more}>
        <Actions />
        <RouteLink href="/direct-bet">{messages.directBet}</RouteLink>
        {telegramUrl !== null && (
          <ExternalLink href={telegramUrl}>{messages.telegram}</ExternalLink>
        )}
        <RouteLink href="/developers">{messages.developers}</RouteLink>
        <BrandLinks />
      </nav>
      <p className={styles['small']}>
        {messages.adults({ age: brand?.age?.minimum ?? LEAST_AGE })} <VersionLink />
      </p>
    </footer>
  )
}

function Actions() {
  const messages = useMessages(HOME_MESSAGES)
  const isVerifiable = useMarketConfig().kind === 'bullring'
  const { expired } = useHomeRounds()
  const { openGuide, openSettings, verify } = useHomeActions()
  const round = expired.kind === 'ready' ? expired.round : null
  const hasOwnRules = useAppConfig().brand?.pages.includes('rules') === true
  return (
    <>
      <button type="button" onClick={openGuide}>
        {hasOwnRules ? messages.guide : messages.rules}
      </button>
      {isVerifiable && round !== null && (
        <button type="button" onClick={() => verify(round)}>
          {messages.verification}
        </button>
      )}
      <button type="button" onClick={openSettings}>
        {messages.limits}
      </button>
    </>
  )
}

/** The contract on the block explorer; its address to copy where there is none. */
function ContractLink() {
  const messages = useMessages(HOME_MESSAGES)
  const toasts = useToastStore()
  const { chain } = useAppConfig()
  const { prediction } = useMarketConfig()
  const copy = async () => {
    await navigator.clipboard.writeText(prediction)
    toasts.show({ level: 'success', text: messages.copied, detail: prediction })
  }
  return (
    <span>
      {messages.contract}{' '}
      {chain.explorerUrl === null ? (
        <button
          type="button"
          aria-label={`${messages.copyContract} ${formatAddress(prediction)}`}
          onClick={() => void copy().catch(() => undefined)}
        >
          {formatAddress(prediction)}
          <Icon name="copy" size={12} />
        </button>
      ) : (
        <ExternalLink href={`${chain.explorerUrl}/address/${prediction}`}>
          {formatAddress(prediction)}
        </ExternalLink>
      )}{' '}
      ({chain.name})
    </span>
  )
}
