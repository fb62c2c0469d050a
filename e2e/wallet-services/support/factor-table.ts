import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** An operation of the table in docs/custody.md, a row of which may name several. */
export type OperationRow = {
  /** Such as `vault POST /passkeys/put`. */
  operation: string
  factor: string
  /** Code of the error without the factor; empty where the test tries none. */
  refusedWith: string
  /** Subjects of the mails to the owner. */
  mails: readonly string[]
}

const HEADING = '| Service | Operations | Factor | Refused with | Mailed | Undo |'
const FACTORS_HEADING = '| Factor | Means |'
const IN_CODE = /`([^`]+)`/g

/** Reads the table of operations, and the factors that the document defines. */
export async function readFactorTable(): Promise<{
  rows: readonly OperationRow[]
  factors: readonly string[]
}> {
  const text = await readFile(join(repositoryRoot, 'docs/custody.md'), 'utf8')
  return {
    rows: tableOf(text, HEADING).flatMap(toRows),
    factors: tableOf(text, FACTORS_HEADING).map(([factor = '']) => factor),
  }
}

function tableOf(text: string, heading: string): string[][] {
  const lines = text.split('\n')
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`docs/custody.md has no table ${heading}`)
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function toRows([service = '', operations = '', factor = '', refused = '', mails = '']: string[]) {
  return inCode(operations).map((operation) => ({
    operation: `${service} ${operation}`,
    factor,
    refusedWith: inCode(refused)[0] ?? '',
    mails: inCode(mails),
  }))
}

function inCode(cell: string): readonly string[] {
  return Array.from(cell.matchAll(IN_CODE), ([, text = '']) => text)
}
