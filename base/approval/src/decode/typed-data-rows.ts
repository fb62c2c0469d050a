import type { TypedDataDefinition } from 'viem'
import { MAX_LENGTH } from '../text/show-text.ts'

/** One value of typed data; `depth` is its nesting. */
export type TypedDataRow = { id: string; name: string; value: string | null; depth: number }

/** Maximum number of rows shown. */
const MAX_ROWS = 400

/** Returns the values of typed data as rows, in the order of its types: other fields are not signed. */
export function toTypedDataRows({
  types,
  primaryType,
  message,
}: TypedDataDefinition): TypedDataRow[] {
  const rows: TypedDataRow[] = []
  const known = types as Readonly<Record<string, readonly { name: string; type: string }[]>>

  function addFields(value: unknown, typeName: string, path: string, depth: number): void {
    for (const { name, type } of known[typeName] ?? []) {
      const field = isRecord(value) ? value[name] : undefined
      add(field, type, { id: `${path}.${name}`, name, depth })
    }
  }

  function add(value: unknown, type: string, row: Omit<TypedDataRow, 'value'>): void {
    if (rows.length >= MAX_ROWS) return
    const { id, depth } = row
    const itemType = /^(.*)\[\d*\]$/.exec(type)?.[1]
    if (itemType !== undefined && Array.isArray(value)) {
      rows.push({ ...row, value: value.length === 0 ? '[]' : null })
      for (const [index, item] of value.entries()) {
        add(item, itemType, { id: `${id}.${index}`, name: String(index + 1), depth: depth + 1 })
      }
    } else if (Object.hasOwn(known, type)) {
      rows.push({ ...row, value: null })
      addFields(value, type, id, depth + 1)
    } else rows.push({ ...row, value: toText(value) })
  }

  addFields(message, primaryType, primaryType, 0)
  return rows
}

/** Whether something is not shown: rows were left out, or a value is too long. */
export function isCutOff(rows: readonly TypedDataRow[]): boolean {
  const length = rows.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
  return rows.length >= MAX_ROWS || length > MAX_LENGTH
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
