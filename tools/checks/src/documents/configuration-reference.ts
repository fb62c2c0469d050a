import { PURPOSES, type Setting } from '@bullring/server/config/define-settings'
import { type DocumentedSetting, documentedSettings } from '../running/programs.ts'

/** Part of docs/configuration.md that is written from the declarations, by the name in its first line. */
const PART = /^<!-- settings: ([a-z ]+) -->\n[\s\S]*?^<!-- end of settings -->$/gm

/**
 * Writes the tables of docs/configuration.md.
 *
 * @throws {Error} when a setting is in no table, or two programs describe it in different ways.
 */
export function withReference(document: string): string {
  const settings = documentedSettings()
  for (const { name, declarations } of settings) {
    const texts = new Set(declarations.map(({ text, usual = '' }) => `${text} ${usual}`))
    if (texts.size > 1) throw new Error(`Two programs describe ${name} in different ways`)
  }
  const tables = tablesOf(settings)
  const parts = new Set<string>()
  const text = document.replaceAll(PART, (_, part: string) => {
    parts.add(part)
    return `<!-- settings: ${part} -->\n${tables.get(part) ?? ''}\n<!-- end of settings -->`
  })
  const missing = [...tables.keys()].filter((part) => !parts.has(part))
  if (missing.length > 0) throw new Error(`docs/configuration.md lacks ${missing.join(', ')}`)
  return text
}

/** The tables, by the names of their parts. */
function tablesOf(settings: readonly DocumentedSetting[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(settings, ({ readBy, declarations: [{ purpose }] }) => {
    if (purpose !== undefined) return 'first page'
    return readBy.length > 1 ? 'several services' : (readBy[0] ?? '')
  })
  const tables = [...groups].map(([part, members]) => {
    if (part !== 'first page') return [part, tableOf(members, part === 'several services')] as const
    const byPurpose = Map.groupBy(members, ({ declarations: [{ purpose }] }) => purpose)
    const sections = PURPOSES.map(
      (purpose) => `### ${purpose}\n\n${tableOf(byPurpose.get(purpose) ?? [], true)}`,
    )
    return [part, `\n${sections.join('\n\n')}\n`] as const
  })
  return new Map(tables)
}

function tableOf(settings: readonly DocumentedSetting[], hasReaders: boolean): string {
  const columns = ['Variable', 'Default', ...(hasReaders ? ['Read by'] : []), 'Means']
  return table(
    columns,
    settings.map(({ name, readBy, declarations }) => [
      `\`${name}\``,
      defaultOf(declarations),
      ...(hasReaders ? [readBy.join(', ')] : []),
      declarations[0].text.replaceAll('|', '\\|'),
    ]),
  )
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

function defaultOf(declarations: readonly Setting[]): string {
  const [first] = declarations
  const value =
    first?.usual ?? declarations.map(({ kind }) => schemaDefault(kind)).find((text) => text !== '')
  const isRequired = declarations.every(({ kind }) => !kind.safeParse(undefined).success)
  return [value ?? (isRequired ? 'required' : ''), first?.isSecret ? 'secret' : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** The default that a schema has; empty for none. */
function schemaDefault({ def }: Setting['kind']): string {
  const value = 'defaultValue' in def ? def.defaultValue : undefined
  return ['string', 'number', 'boolean'].includes(typeof value) ? `${value}` : ''
}
