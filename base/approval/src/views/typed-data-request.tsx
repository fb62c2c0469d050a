import { Code, Fact, Facts } from '@bullring/ui/facts'
import { Notice } from '@bullring/ui/notice'
import { fill } from '@bullring/wire/text/fill'
import type { TypedDataDefinition } from 'viem'
import { isCutOff, toTypedDataRows } from '../decode/typed-data-rows.ts'
import type { TypedDataSubject } from '../request.ts'
import { useApprovalMessages } from '../text/messages-context.ts'
import { toVisibleName } from '../text/show-text.ts'
import { AccountFacts } from './account-facts.tsx'
import type { RequestViewProps } from './request-parts.ts'
import { TypedDataTable } from './typed-data-table.tsx'

/** Types by which tokens and exchanges let a signature spend tokens (EIP-2612, Permit2). */
const SPENDING_TYPE = /^Permit/
/** Types by which tokens and exchanges let anyone move tokens: transfers (EIP-3009), and offers to sell something. */
const MOVING_TYPE = /^(?!Cancel)(?:(?:Transfer|Receive)WithAuthorization|\w*Order(?:Components)?)$/
/** Types by which someone else acts for the account: meta transactions (ERC-2771 and older), and delegations of votes or rights. */
const ACTING_TYPE =
  /^(?!(?:Cancel|Revoke))(?:\w*ForwardRequest\w*|\w*MetaTransaction\w*|\w*Delegat\w*)$/

/** Typed data to sign, as a table. */
export function TypedDataRequest({
  parties,
  subject: { typedData },
  children,
}: RequestViewProps<TypedDataSubject>) {
  const { approval, typedData: texts } = useApprovalMessages()
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return children({
    title: approval.signature,
    action: 'sign',
    isBlocked: isTooLong,
    asked: (
      <>
        <TypedDataWarnings typedData={typedData} networkId={parties.network.chainId} />
        {isTooLong && <Notice tone="warning">{texts.tooLong}</Notice>}
      </>
    ),
    children: (
      <>
        <TypedDataTable label={texts.data} title={typedData.primaryType} rows={rows} />
        <Facts>
          <DomainFacts domain={typedData.domain ?? {}} />
          <AccountFacts {...parties} />
        </Facts>
      </>
    ),
  })
}

/** The contract that the signed data is meant for. */
function DomainFacts({ domain }: { domain: NonNullable<TypedDataDefinition['domain']> }) {
  const { typedData: texts } = useApprovalMessages()
  const { name, version, verifyingContract, salt } = domain
  const target = [name, version].filter((part) => part !== undefined)
  return (
    <>
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
    </>
  )
}

function TypedDataWarnings({
  typedData,
  networkId,
}: {
  typedData: TypedDataDefinition
  networkId: number
}) {
  const { typedData: texts } = useApprovalMessages()
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
