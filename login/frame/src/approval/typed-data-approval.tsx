import { fill } from '@bullring/wire/text/fill'
import type { TypedDataDefinition } from 'viem'
import { useMessages } from '#i18n/messages-context.ts'
import { AccountFacts } from './account-facts.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { TypedDataSubject } from './approval-request.ts'
import { Code, Fact, Facts } from './facts.tsx'
import { Notice } from './notice.tsx'
import { RequestPage } from './request-page.tsx'
import { toVisibleName } from './show-text.ts'
import { isCutOff, toTypedDataRows } from './typed-data-rows.ts'
import { TypedDataTable } from './typed-data-table.tsx'

/** Types by which tokens and exchanges let a signature spend tokens (EIP-2612, Permit2). */
const SPENDING_TYPE = /^Permit/
/** Types by which tokens and exchanges let anyone move tokens: transfers (EIP-3009), and offers to sell something. */
const MOVING_TYPE = /^(?!Cancel)(?:(?:Transfer|Receive)WithAuthorization|\w*Order(?:Components)?)$/
/** Types by which someone else acts for the account: meta transactions (ERC-2771 and older), and delegations of votes or rights. */
const ACTING_TYPE =
  /^(?!(?:Cancel|Revoke))(?:\w*ForwardRequest\w*|\w*MetaTransaction\w*|\w*Delegat\w*)$/

type TypedDataApprovalProps = { shown: ShownApproval; subject: TypedDataSubject }

/** Typed data to sign, as a table. */
export function TypedDataApproval({ shown, subject }: TypedDataApprovalProps) {
  const { approval, typedData: texts } = useMessages()
  const { request } = shown
  const { typedData } = subject
  const { name, version, verifyingContract, salt } = typedData.domain ?? {}
  const target = [name, version].filter((part) => part !== undefined)
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return (
    <RequestPage
      shown={shown}
      title={approval.signature}
      action="sign"
      isBlocked={isTooLong}
      asked={
        <>
          <TypedDataWarnings typedData={typedData} networkId={request.network.chainId} />
          {isTooLong && <Notice tone="warning">{texts.tooLong}</Notice>}
        </>
      }
    >
      <TypedDataTable label={texts.data} title={typedData.primaryType} rows={rows} />
      <Facts>
        {target.length > 0 && (
          <Fact name={texts.for}>
            {target.map((part) => toVisibleName(String(part))).join(' · ')}
          </Fact>
        )}
        {verifyingContract !== undefined && (
          <Fact name={texts.contract}>
            <Code>{toVisibleName(String(verifyingContract), 64)}</Code>
          </Fact>
        )}
        {salt !== undefined && (
          <Fact name="Salt">
            <Code>{toVisibleName(String(salt), 66)}</Code>
          </Fact>
        )}
        <AccountFacts request={request} />
      </Facts>
    </RequestPage>
  )
}

function TypedDataWarnings({
  typedData,
  networkId,
}: {
  typedData: TypedDataDefinition
  networkId: number
}) {
  const { typedData: texts } = useMessages()
  const chainId = typedData.domain?.chainId
  const isOtherChain = chainId !== undefined && Number(chainId) !== networkId
  return (
    <>
      {isOtherChain && (
        <Notice tone="warning">
          {fill(texts.otherChain, { chain: String(chainId), current: networkId })}
        </Notice>
      )}
      {SPENDING_TYPE.test(typedData.primaryType) && <Notice tone="warning">{texts.spends}</Notice>}
      {MOVING_TYPE.test(typedData.primaryType) && <Notice tone="warning">{texts.moves}</Notice>}
      {ACTING_TYPE.test(typedData.primaryType) && <Notice tone="warning">{texts.acts}</Notice>}
    </>
  )
}
