import { Notice } from '@bullring/ui/notice'
import { useState } from 'react'
import { sentenceOf } from '#ui/sentence-of.ts'
import { Sheet } from '#ui/sheet.tsx'
import type { Decidable } from '#wallet/phone-state.ts'
import { siteHost, siteName } from '#wallet/site-name.ts'
import { usePhone } from '#wallet/use-phone.ts'
import { DecisionActions } from './decision-actions.tsx'
import styles from './decision-sheet.module.css'
import { LoginView } from './login-view.tsx'
import { ProposalView } from './proposal-view.tsx'
import { RequestView } from './request-view.tsx'
import type { ShowDecision } from './show-decision.ts'

/** What a site wants, and the user's decision. `count` includes those that wait behind it. */
export function DecisionSheet({ decidable, count }: { decidable: Decidable; count: number }) {
  const phone = usePhone()
  const [running, setRunning] = useState<'approve' | 'reject' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const decide = async (decision: 'approve' | 'reject') => {
    setRunning(decision)
    setProblem(null)
    try {
      await phone[decision](decidable)
    } catch (error) {
      setProblem(sentenceOf(error))
      setRunning(null)
    }
  }
  const { metadata } = siteOf(decidable)
  return (
    <Sheet title={titleOf(decidable, siteName(metadata))}>
      <div className={styles['site']}>
        <span className={styles['host']} title="The site's own claim, not verified.">
          {siteHost(metadata)}
        </span>
        {count > 1 && <span>1 of {count}</span>}
      </div>
      <View decidable={decidable}>
        {({ content, isPossible, label }) => (
          <div className={styles['body']}>
            {content}
            {problem && <Notice tone="warning">{problem}</Notice>}
            <DecisionActions
              isPossible={isPossible}
              label={label}
              running={running}
              onApprove={() => void decide('approve')}
              onReject={() => void decide('reject')}
            />
          </div>
        )}
      </View>
    </Sheet>
  )
}

function View({ decidable, children }: { decidable: Decidable; children: ShowDecision }) {
  switch (decidable.kind) {
    case 'proposal':
      return <ProposalView proposal={decidable.proposal}>{children}</ProposalView>
    case 'login':
      return <LoginView login={decidable.login}>{children}</LoginView>
    case 'request':
      return <RequestView request={decidable}>{children}</RequestView>
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
