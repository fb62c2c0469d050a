import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isNotOffered } from '#core/service/refusal.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { groupOf, SESSION_GROUPS, type SessionGroup } from '#core/sessions/session-groups.ts'
import { sessionsQuery } from '#core/sessions/sessions-query.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import type { IconName } from '#ui/image/icon.tsx'
import { RowList, SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { Note } from '#ui/note.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { SESSION_MESSAGES } from './session-messages.ts'
import { SessionRow } from './session-row.tsx'

const ICONS = { active: 'badge', expired: 'clock', revoked: 'cross' } as const satisfies Readonly<
  Record<SessionGroup, IconName>
>

/** Present and past permissions of sites to act for the smart account without asking. */
export function SmartSessionList() {
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const { service } = useAccountDeps()
  const account = useKitAccount()
  if (service === null || account === null) {
    return <Note icon="badge" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  return <Sessions service={service} account={account} />
}

function Sessions({ service, account }: { service: WalletService; account: KitAccount }) {
  const { queryClient } = useKit()
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const { data, error, refetch } = useQuery(sessionsQuery(service, account.address), queryClient)
  if (data !== undefined) return <Groups sessions={data} account={account} />
  if (error === null) {
    return (
      <div role="status" aria-label={messages.loading}>
        <SkeletonRows count={3} />
      </div>
    )
  }
  if (isNotOffered(error)) {
    return <Note icon="badge" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  return (
    <Note icon="warning" title={messages.failed}>
      <RetryButton label={messages.retry} onClick={() => void refetch()} />
    </Note>
  )
}

function Groups({ sessions, account }: { sessions: readonly SmartSession[]; account: KitAccount }) {
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const [group, setGroup] = useState<SessionGroup>('active')
  const panelId = useId()
  const shown = sessions.filter((session) => groupOf(session, Date.now()) === group)
  const none = {
    active: messages.noActive,
    expired: messages.noExpired,
    revoked: messages.noRevoked,
  }
  return (
    <>
      <Tabs
        label={messages.groups}
        tabs={SESSION_GROUPS.map((id) => ({ id, label: messages[id], icon: ICONS[id] }))}
        current={group}
        panelId={panelId}
        onChange={setGroup}
      />
      <div id={panelId} role="tabpanel" aria-label={messages[group]}>
        {shown.length === 0 ? (
          <Note
            icon={ICONS[group]}
            title={none[group]}
            {...(group === 'active' && { detail: messages.noneDetail })}
          />
        ) : (
          <ScrollList>
            <RowList>
              {shown.map((session) => (
                <SessionRow key={session.pci} session={session} group={group} account={account} />
              ))}
            </RowList>
          </ScrollList>
        )}
      </div>
    </>
  )
}
