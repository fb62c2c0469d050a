import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'

/** Node types of icu-minify's compiled messages. */
const SELECT = 1
const PLURAL = 2
const SELECT_ORDINAL = 3

/** A branching argument of an ICU text: a plural, with its categories, or a select. */
type IcuChoice = { name: string; kind: 'select' | 'cardinal' | 'ordinal'; keys: string[] }

/** A parsed ICU text. */
export type IcuText = { compiled: CompiledMessage; names: string[]; choices: IcuChoice[] }

const KINDS: Readonly<Record<number, IcuChoice['kind']>> = {
  [SELECT]: 'select',
  [PLURAL]: 'cardinal',
  [SELECT_ORDINAL]: 'ordinal',
}

/**
 * Parses an ICU text.
 *
 * @throws when its syntax is wrong.
 */
export function parseIcuText(text: string): IcuText {
  const compiled = compile(text)
  const names = new Set<string>()
  const choices: IcuChoice[] = []
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, type, options] = node
    const kind = KINDS[type]
    names.add(name)
    if (kind === undefined || typeof options !== 'object') return
    choices.push({ name, kind, keys: Object.keys(options) })
    for (const branch of Object.values(options)) visitAll(branch)
  }
  const visitAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) nodes.forEach(visit)
  }
  visitAll(compiled)
  return { compiled, names: [...names].sort(), choices }
}
