import { isLong, toVisibleName, toVisibleText } from '@bullring/frame/approval/show-text'
import {
  isCutOff,
  type TypedDataRow,
  toTypedDataRows,
} from '@bullring/frame/approval/typed-data-rows'
import type { TypedDataDefinition } from 'viem'
import { Code, Fact, Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePhoneState } from '#wallet/use-phone.ts'
import type { Approvability } from './decision-sheet.tsx'
import { RequestBody } from './request-body.tsx'
import styles from './typed-data-view.module.css'

type TypedDataViewProps = {
  typedData: TypedDataDefinition
  children: (approvability: Approvability) => React.ReactNode
}

/** Typed data to sign (EIP-712), as a table. */
export function TypedDataView({ typedData, children }: TypedDataViewProps) {
  const { address, chainId } = usePhoneState()
  const { name, verifyingContract, chainId: named } = typedData.domain ?? {}
  const rows = toTypedDataRows(typedData)
  const isTooLong = isCutOff(rows)
  return (
    <RequestBody>
      {named !== undefined && Number(named) !== chainId && (
        <Notice tone="warning">
          This signature is for another network: chain {String(named)}.
        </Notice>
      )}
      {isTooLong && (
        <Notice tone="warning">
          This data is too long to show in full, so the wallet will not sign it.
        </Notice>
      )}
      <Table title={typedData.primaryType} rows={rows} />
      <Facts>
        {name !== undefined && <Fact name="For">{toVisibleName(String(name))}</Fact>}
        {verifyingContract !== undefined && (
          <Fact name="Contract">
            <Code>{toVisibleName(String(verifyingContract), 64)}</Code>
          </Fact>
        )}
        <Fact name="Account">
          <Code>{address}</Code>
        </Fact>
      </Facts>
      {children({ isPossible: !isTooLong, label: 'Sign' })}
    </RequestBody>
  )
}

function Table({ title, rows }: { title: string; rows: readonly TypedDataRow[] }) {
  return (
    <section className={styles['table']} aria-label="Data to sign">
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
