import { fill } from '@bullring/wire/text/fill'
import type { TypedDataDefinition } from 'viem'
import { useMessages } from '#i18n/messages-context.ts'
import { ApprovalActions } from './approval-actions.tsx'
import type { ShownApproval } from './approval-queue.ts'
import type { TypedDataSubject } from './approval-request.ts'
import { Code, Fact, Facts } from './facts.tsx'
import { Notice } from './notice.tsx'
import { AccountFacts, RequestBody } from './request-body.tsx'
import { RequestHeader } from './request-header.tsx'
import { isLong, toVisibleName, toVisibleText } from './show-text.ts'
import styles from './typed-data-approval.module.css'
import { isCutOff, type TypedDataRow, toTypedDataRows } from './typed-data-rows.ts'

/** Types by which tokens and exchanges let a signature spend tokens (EIP-2612, Permit2). */
const SPENDING_TYPE = /^Permit/

type TypedDataApprovalProps = { shown: ShownApproval; subject: TypedDataSubject }

/** Typed data to sign, as a table. */
export function TypedDataApproval({ shown, subject }: TypedDataApprovalProps) {
  const { approval, typedData: texts } = useMessages()
  const { request } = shown
  const { typedData } = subject
  const { name, verifyingContract } = typedData.domain ?? {}
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return (
    <>
      <RequestHeader request={request}>{approval.signature}</RequestHeader>
      <RequestBody request={request}>
        <TypedDataWarnings typedData={typedData} networkId={request.network.chainId} />
        {isTooLong && <Notice tone="warning">{texts.tooLong}</Notice>}
        <TypedDataTable title={typedData.primaryType} rows={rows} />
        <Facts>
          {name !== undefined && <Fact name={texts.for}>{toVisibleName(String(name))}</Fact>}
          {verifyingContract !== undefined && (
            <Fact name={texts.contract}>
              <Code>{toVisibleName(String(verifyingContract), 64)}</Code>
            </Fact>
          )}
          <AccountFacts request={request} />
        </Facts>
      </RequestBody>
      <ApprovalActions shown={shown} action="sign" isBlocked={isTooLong} />
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
    </>
  )
}

function TypedDataTable({ title, rows }: { title: string; rows: readonly TypedDataRow[] }) {
  const { typedData: texts } = useMessages()
  return (
    // The class name is what tests of embedding apps look for.
    <section className={`textContent ${styles['table']}`} aria-label={texts.data}>
      <table>
        <caption>{toVisibleName(title)}</caption>
        <tbody>
          {rows.map(({ id, name, value, depth }) => (
            <tr key={id}>
              <th scope="row" style={{ paddingInlineStart: `${Math.min(depth, 6) * 14}px` }}>
                {toVisibleName(name)}
              </th>
              <td dir="auto" className={isLong(value ?? '') ? styles['long'] : undefined}>
                {value === null ? '' : toVisibleText(value).text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
