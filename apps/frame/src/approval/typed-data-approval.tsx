import type { TypedDataDefinition } from 'viem'
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
  const { request } = shown
  const { typedData } = subject
  const { name, verifyingContract } = typedData.domain ?? {}
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return (
    <>
      <RequestHeader request={request}>This site requests a signature</RequestHeader>
      <RequestBody request={request}>
        <TypedDataWarnings typedData={typedData} networkId={request.network.chainId} />
        {isTooLong && (
          <Notice tone="warning">
            This data is too long to show all of it, so the wallet does not sign it.
          </Notice>
        )}
        <TypedDataTable title={typedData.primaryType} rows={rows} />
        <Facts>
          {name !== undefined && <Fact name="For">{toVisibleName(String(name))}</Fact>}
          {verifyingContract !== undefined && (
            <Fact name="Contract">
              <Code>{toVisibleName(String(verifyingContract), 64)}</Code>
            </Fact>
          )}
          <AccountFacts request={request} />
        </Facts>
      </RequestBody>
      <ApprovalActions shown={shown} label="Sign" isBlocked={isTooLong} />
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
  const chainId = typedData.domain?.chainId
  const isOtherChain = chainId !== undefined && Number(chainId) !== networkId
  return (
    <>
      {isOtherChain && (
        <Notice tone="warning">
          This signature is for another network: chain {String(chainId)}, not chain {networkId},
          which you use.
        </Notice>
      )}
      {SPENDING_TYPE.test(typedData.primaryType) && (
        <Notice tone="warning">
          This signature lets the spender below take your tokens. No transaction is needed for it.
        </Notice>
      )}
    </>
  )
}

function TypedDataTable({ title, rows }: { title: string; rows: readonly TypedDataRow[] }) {
  return (
    // The class name is what tests of embedding apps look for.
    <section className={`textContent ${styles['table']}`} aria-label="Data to sign">
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
