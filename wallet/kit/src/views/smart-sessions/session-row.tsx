import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import { fill } from '@bullring/wire/text/fill'
import { formatEther } from 'viem/utils'
import { pageLanguage } from '#core/page-language.ts'
import type { SessionGroup } from '#core/sessions/session-groups.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { SESSION_MESSAGES } from './session-messages.ts'
import styles from './session-row.module.css'
import { useRevoke } from './use-revoke.ts'

type SessionRowProps = { session: SmartSession; group: SessionGroup; account: KitAccount }

/** The limits of a session, their use, and the time of its end. */
export function SessionRow({ session, group, account }: SessionRowProps) {
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const { isRevoking, revoke } = useRevoke(session, account)
  const coin = account.network?.nativeCurrency.symbol ?? ''
  const coins = (wei: string) => `${formatEther(BigInt(wei))} ${coin}`.trim()
  const { spent, session: limits } = session
  return (
    <li className={styles['session']}>
      <RowIcon name="badge" />
      <span className={styles['text']}>
        <b>{fill(messages.limits, { each: coins(limits.valuePerCall) })}</b>
        <span>
          {fill(messages.spent, { spent: coins(spent), total: coins(limits.totalValue) })}
        </span>
        <EndText session={session} group={group} />
      </span>
      {group === 'active' && (
        <Button tone="quiet" isBusy={isRevoking} onClick={() => void revoke()}>
          {messages.revoke}
        </Button>
      )}
    </li>
  )
}

function EndText({ session, group }: Pick<SessionRowProps, 'session' | 'group'>) {
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const { revokedAt, expiry } = session
  const time = (revokedAt ?? expiry) * 1_000
  const format = new Intl.DateTimeFormat(pageLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const text = { active: messages.until, expired: messages.expiredAt, revoked: messages.revokedAt }
  return <span>{fill(text[group], { time: format.format(time) })}</span>
}
