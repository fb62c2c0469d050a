import { toTransactionSubject } from '@bullring/approval/chain/transaction-details'
import { readMessage } from '@bullring/approval/decode/read-message'
import type { ApprovalParties } from '@bullring/approval/request'
import { APPROVAL_MESSAGES } from '@bullring/approval/text/approval-messages'
import { MessageRequest } from '@bullring/approval/views/message-request'
import type { RequestParts } from '@bullring/approval/views/request-parts'
import { TransactionRequest } from '@bullring/approval/views/transaction-request'
import { TypedDataRequest } from '@bullring/approval/views/typed-data-request'
import { Fact, Facts } from '@bullring/ui/facts'
import { type ReactNode, useState } from 'react'
import { hexToBytes } from 'viem'
import { chainRequestOf } from '#chain/chains.ts'
import type { Decidable } from '#wallet/phone-state.ts'
import type { Subject } from '#wallet/read-request.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import type { ShowDecision } from './show-decision.ts'

type RequestViewProps = {
  request: Extract<Decidable, { kind: 'request' }>
  children: ShowDecision
}

/** What a connected site wants. */
export function RequestView({ request: { session, subject }, children }: RequestViewProps) {
  const { chainId: selected } = usePhoneState()
  const chainId = subject.kind === 'transaction' ? subject.chainId : selected
  const parties = useParties(siteHost(session.peer.metadata), chainId)
  const show = ({ asked, children: rest, action, isBlocked = false }: RequestParts) =>
    children({
      content: (
        <>
          {asked}
          {rest}
        </>
      ),
      isPossible: !isBlocked,
      label: APPROVAL_MESSAGES[action],
    })
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
      return <SwitchView chainId={subject.chainId}>{children}</SwitchView>
  }
}

function useParties(host: string, chainId: number): ApprovalParties {
  const { config } = usePhone()
  const { address } = usePhoneState()
  const chain = config.chains.find(({ id }) => id === chainId)
  const { name = `Chain ${chainId}`, nativeCurrency: coin = { symbol: '', decimals: 18 } } =
    chain ?? {}
  return { host, account: address, network: { chainId, name, coin } }
}

type TransactionViewProps = {
  parties: ApprovalParties
  subject: Extract<Subject, { kind: 'transaction' }>
  children: (parts: RequestParts) => ReactNode
}

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

function SwitchView({ chainId, children }: { chainId: number; children: ShowDecision }) {
  const { config } = usePhone()
  const { chainId: current } = usePhoneState()
  const nameOf = (id: number) => config.chains.find((chain) => chain.id === id)?.name ?? `${id}`
  return children({
    content: (
      <Facts>
        <Fact name="From">{nameOf(current)}</Fact>
        <Fact name="To">{nameOf(chainId)}</Fact>
      </Facts>
    ),
    isPossible: true,
    label: 'Switch',
  })
}
