import { toTransactionSubject } from '@bullring/approval/chain/transaction-details'
import { readMessage } from '@bullring/approval/decode/read-message'
import type { ApprovalParties } from '@bullring/approval/request'
import { APPROVAL_MESSAGES } from '@bullring/approval/text/approval-messages'
import { MessageRequest } from '@bullring/approval/views/message-request'
import type { RequestParts, RequestViewProps } from '@bullring/approval/views/request-parts'
import { TransactionRequest } from '@bullring/approval/views/transaction-request'
import { TypedDataRequest } from '@bullring/approval/views/typed-data-request'
import { Fact, Facts } from '@bullring/ui/facts'
import { useState } from 'react'
import { hexToBytes } from 'viem'
import { chainRequestOf } from '#chain/chains.ts'
import type { DecidableOf } from '#wallet/phone-state.ts'
import type { Subject } from '#wallet/read-request.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import { Decision } from './decision.tsx'

/** A request of a connected site. */
export function RequestView({ decidable }: { decidable: DecidableOf<'request'> }) {
  const { session, subject } = decidable
  const { chainId: selected } = usePhoneState()
  const chainId = subject.kind === 'transaction' ? subject.chainId : selected
  const parties = useParties(siteHost(session.peer.metadata), chainId)
  const show = ({ asked, children, action, over, isBlocked = false }: RequestParts) => (
    <Decision
      decidable={decidable}
      label={APPROVAL_MESSAGES[action]}
      over={over}
      isPossible={!isBlocked}
    >
      {asked}
      {children}
    </Decision>
  )
  switch (subject.kind) {
    case 'message': {
      const { message } = subject
      return (
        <MessageRequest parties={parties} subject={readMessage(hexToBytes(message), message)}>
          {show}
        </MessageRequest>
      )
    }
    case 'typed-data':
      return (
        <TypedDataRequest parties={parties} subject={subject}>
          {show}
        </TypedDataRequest>
      )
    case 'transaction':
      return (
        <TransactionView parties={parties} subject={subject}>
          {show}
        </TransactionView>
      )
    case 'switch-chain':
      return (
        <Decision decidable={decidable} label="Switch" isPossible={true}>
          <SwitchFacts chainId={subject.chainId} />
        </Decision>
      )
  }
}

function useParties(host: string, chainId: number): ApprovalParties {
  const phone = usePhone()
  const { address } = usePhoneState()
  const { name = `Chain ${chainId}`, nativeCurrency: coin = { symbol: '', decimals: 18 } } =
    phone.chain(chainId) ?? {}
  return { host, account: address, network: { chainId, name, coin } }
}

type TransactionViewProps = RequestViewProps<Extract<Subject, { kind: 'transaction' }>>

function TransactionView({ parties, subject, children }: TransactionViewProps) {
  const phone = usePhone()
  const { address: account } = usePhoneState()
  // The queue reads the request again with each change, and the chain must not be read again for that.
  const [decoded] = useState(() => {
    const { chainId, transaction } = subject
    const sender = { account, chainId, markets: phone.config.markets }
    return toTransactionSubject(transaction, sender, chainRequestOf(phone.chainClient(chainId)))
  })
  return (
    <TransactionRequest parties={parties} subject={decoded}>
      {children}
    </TransactionRequest>
  )
}

function SwitchFacts({ chainId }: { chainId: number }) {
  const phone = usePhone()
  const { chainId: current } = usePhoneState()
  return (
    <Facts>
      <Fact name="From">{phone.chain(current)?.name ?? current}</Fact>
      <Fact name="To">{phone.chain(chainId)?.name ?? chainId}</Fact>
    </Facts>
  )
}
