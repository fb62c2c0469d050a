import type { TypedDataRow } from '../decode/typed-data-rows.ts'
import { isLong, toVisibleName, toVisibleText } from '../text/show-text.ts'
import styles from './typed-data-table.module.css'

type TypedDataTableProps = { label: string; title: string; rows: readonly TypedDataRow[] }

/** Typed data to sign (EIP-712). */
export function TypedDataTable({ label, title, rows }: TypedDataTableProps) {
  return (
    // The class name is what tests of embedding apps look for.
    <section className={`textContent ${styles['table']}`} aria-label={label}>
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
