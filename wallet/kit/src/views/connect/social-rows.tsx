import type { SocialAccount } from '@bullring/login-api/social-accounts'
import { socialName } from '@bullring/login-api/social-name'
import { claimedTelegramName } from '@bullring/login-api/telegram-user'
import { fill } from '@bullring/wire/text/fill'
import { useKit, useMessages } from '#react/kit-context.ts'
import { SOCIAL_MESSAGES } from '#react/login/social-messages.ts'
import { useSocials, useStartSocialLogin } from '#react/login/use-social-login.ts'
import { Icon } from '#ui/image/icon.tsx'
import { SocialIcon } from '#ui/image/social-icon.tsx'
import styles from './social-rows.module.css'

/** With more accounts than this, the last tile leads to all of them. */
const TILES_MAX = 6

/** The account of the Mini App that the page is, and social accounts to log in with. */
export function SocialRows() {
  const { telegramInitData = '' } = useKit().options
  const account = claimedTelegramName(telegramInitData)
  return (
    <>
      {account !== null && <TelegramRow account={account} />}
      <OtherRows />
    </>
  )
}

/** Names the account: another Mini App can open the page with launch data of its choice. */
function TelegramRow({ account }: { account: string }) {
  const { events, router } = useKit()
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const start = () => {
    events.emit({ event: 'SOCIAL_LOGIN_STARTED', properties: { provider: 'telegram' } })
    router.push('ConnectingTelegram', { account })
  }
  return (
    <button type="button" className={styles['wide']} onClick={start}>
      <SocialIcon provider="telegram" />
      {fill(messages.continueAs, { account })}
    </button>
  )
}

/** The first in a row, the others in tiles. Two accounts are two tiles. */
function OtherRows() {
  const socials = useSocials()
  const [first, ...others] = socials
  if (first === undefined) return null
  if (socials.length === 2) return <Tiles providers={socials} hasMore={false} />
  const hasMore = socials.length > TILES_MAX
  return (
    <>
      <WideRow provider={first} />
      {others.length > 0 && (
        <Tiles providers={hasMore ? others.slice(0, TILES_MAX - 2) : others} hasMore={hasMore} />
      )}
    </>
  )
}

function WideRow({ provider }: { provider: SocialAccount }) {
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const start = useStartSocialLogin()
  return (
    <button type="button" className={styles['wide']} onClick={() => start(provider)}>
      <SocialIcon provider={provider} />
      {fill(messages.continueWith, { provider: socialName(provider) })}
    </button>
  )
}

type TilesProps = { providers: readonly SocialAccount[]; hasMore: boolean }

function Tiles({ providers, hasMore }: TilesProps) {
  const { router } = useKit()
  const messages = useMessages('social', SOCIAL_MESSAGES)
  const start = useStartSocialLogin()
  return (
    <ul className={styles['tiles']}>
      {providers.map((provider) => {
        const label = fill(messages.continueWith, { provider: socialName(provider) })
        return (
          <li key={provider}>
            <button type="button" title={label} onClick={() => start(provider)}>
              <SocialIcon provider={provider} />
            </button>
          </li>
        )
      })}
      {hasMore && (
        <li>
          <button type="button" title={messages.more} onClick={() => router.push('ConnectSocials')}>
            <Icon name="grid" />
          </button>
        </li>
      )}
    </ul>
  )
}
