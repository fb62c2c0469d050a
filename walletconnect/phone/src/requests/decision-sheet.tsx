import { Sheet } from '#ui/sheet.tsx'
import type { Decidable } from '#wallet/phone-state.ts'
import { siteHost, siteName } from '#wallet/site-name.ts'
import styles from './decision-sheet.module.css'
import { LoginView } from './login-view.tsx'
import { ProposalView } from './proposal-view.tsx'
import { RequestView } from './request-view.tsx'

/** A request of a site, and the user's decision. `count` includes those that wait behind it. */
export function DecisionSheet({ decidable, count }: { decidable: Decidable; count: number }) {
  const { metadata } = siteOf(decidable)
  return (
    <Sheet title={titleOf(decidable, siteName(metadata))}>
      <div className={styles['site']}>
        <span className={styles['host']} title="The site's own claim, not verified.">
          {siteHost(metadata)}
        </span>
        {count > 1 && <span>1 of {count}</span>}
      </div>
      <View decidable={decidable} />
    </Sheet>
  )
}

function View({ decidable }: { decidable: Decidable }) {
  switch (decidable.kind) {
    case 'proposal':
      return <ProposalView decidable={decidable} />
    case 'login':
      return <LoginView decidable={decidable} />
    case 'request':
      return <RequestView decidable={decidable} />
  }
}

function siteOf(decidable: Decidable) {
  if (decidable.kind === 'proposal') return decidable.proposal.proposer
  if (decidable.kind === 'login') return decidable.login.requester
  return decidable.session.peer
}

function titleOf(decidable: Decidable, site: string): string {
  if (decidable.kind === 'proposal') return `${site} wants to connect`
  if (decidable.kind === 'login') return `${site} wants you to sign in`
  switch (decidable.subject.kind) {
    case 'message':
    case 'typed-data':
      return `${site} wants your signature`
    case 'transaction':
      return `${site} wants to send a transaction`
    case 'switch-chain':
      return `${site} wants to switch the network`
  }
}
