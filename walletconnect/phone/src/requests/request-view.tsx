import { Code, Fact, Facts } from '@bullring/frame/approval/facts'
import { readMessage } from '@bullring/frame/rpc/read-message'
import { hexToBytes } from 'viem'
import { Notice } from '#ui/notice.tsx'
import type { Decidable } from '#wallet/phone-state.ts'
import { siteHost } from '#wallet/site-name.ts'
import { usePhone, usePhoneState } from '#wallet/use-phone.ts'
import type { Approvability } from './approvability.ts'
import { RequestBody } from './request-body.tsx'
import { SignedText } from './signed-text.tsx'
import { TransactionView } from './transaction-view.tsx'
import { TypedDataView } from './typed-data-view.tsx'

type ShownRequest = Extract<Decidable, { kind: 'request' }>

type RequestViewProps = {
  request: ShownRequest
  children: (approvability: Approvability) => React.ReactNode
}

/** What a connected site wants. */
export function RequestView({ request, children }: RequestViewProps) {
  const { subject } = request
  switch (subject.kind) {
    case 'message':
      return (
        <MessageView message={subject.message} host={siteHost(request.session.peer.metadata)}>
          {children}
        </MessageView>
      )
    case 'typed-data':
      return <TypedDataView typedData={subject.typedData}>{children}</TypedDataView>
    case 'transaction':
      return <TransactionView subject={subject}>{children}</TransactionView>
    case 'switch-chain':
      return <SwitchView chainId={subject.chainId}>{children}</SwitchView>
  }
}

type MessageViewProps = {
  message: `0x${string}`
  host: string
  children: RequestViewProps['children']
}

function MessageView({ message, host, children }: MessageViewProps) {
  const { address } = usePhoneState()
  const { text, raw, signInDomain } = readMessage(hexToBytes(message), message)
  return (
    <RequestBody>
      {signInDomain !== null && signInDomain !== host && (
        <Notice tone="warning">
          This message signs you in to {signInDomain}, and the site says that it is {host}.
        </Notice>
      )}
      {text === null && (
        <Notice tone="warning">
          This message is not readable text. Sign it only if you trust this site.
        </Notice>
      )}
      <SignedText text={text ?? raw} isCode={text === null} />
      <Facts>
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
      <Notice tone="quiet">Signing is free and sends nothing to the network.</Notice>
      {children({ isPossible: true, label: 'Sign' })}
    </RequestBody>
  )
}

type SwitchViewProps = { chainId: number; children: RequestViewProps['children'] }

function SwitchView({ chainId, children }: SwitchViewProps) {
  const { config } = usePhone()
  const { chainId: current } = usePhoneState()
  const nameOf = (id: number) => config.chains.find((chain) => chain.id === id)?.name ?? `${id}`
  return (
    <RequestBody>
      <Facts>
        <Fact name="From">{nameOf(current)}</Fact>
        <Fact name="To">{nameOf(chainId)}</Fact>
      </Facts>
      {children({ isPossible: true, label: 'Switch' })}
    </RequestBody>
  )
}
