import { parseAst } from 'vite'

/** One text of a `*-messages.ts` file, and where its literal is in the code. */
export type SourceText = {
  key: string
  text: string
  /** Declared arguments; none for a plain string. */
  names: readonly string[]
  isMessage: boolean
  start: number
  end: number
}

/** One `defineMessages(...)` of a file. */
export type SourceMessages = { name: string; language: string; texts: readonly SourceText[] }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * Returns the messages that a file defines.
 *
 * @throws when a text is not a literal: then nothing can translate it.
 */
export function readMessages(code: string): SourceMessages[] {
  const calls = callsOf(parseAst(code, { lang: 'ts' }), 'defineMessages')
  return calls.map((call) => {
    const [name, texts, language] = nodesOf(call['arguments'])
    if (texts?.type !== 'ObjectExpression') throw new Error('defineMessages() needs an object')
    return {
      name: literalOf(name),
      language: language === undefined ? 'en' : literalOf(language),
      texts: nodesOf(texts['properties']).map(readText),
    }
  })
}

function readText(property: Node): SourceText {
  const [key] = nodesOf([property['key']])
  const [value] = nodesOf([property['value']])
  if (key === undefined || value === undefined) throw new Error('A message must have a key')
  const name = key.type === 'Identifier' ? String(key['name']) : literalOf(key)
  if (value.type !== 'CallExpression') {
    const { start, end } = value
    return { key: name, text: literalOf(value), names: [], isMessage: false, start, end }
  }
  const [text, ...names] = nodesOf(value['arguments'])
  if (text === undefined) throw new Error(`message() of "${name}" has no text`)
  const { start, end } = text
  return {
    key: name,
    text: literalOf(text),
    names: names.map(literalOf),
    isMessage: true,
    start,
    end,
  }
}

/** @throws when the node is no string literal. */
function literalOf(node: Node | undefined): string {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const [quasi, ...others] = nodesOf(node?.['quasis'])
  const cooked = (quasi?.['value'] as { cooked?: unknown } | undefined)?.cooked
  if (others.length === 0 && typeof cooked === 'string') return cooked
  throw new Error('A message must be one string literal, without expressions')
}

function callsOf(node: unknown, name: string): Node[] {
  if (Array.isArray(node)) return node.flatMap((child) => callsOf(child, name))
  if (!isNode(node)) return []
  const inside = Object.values(node).flatMap((child) => callsOf(child, name))
  const [callee] = nodesOf([node['callee']])
  return node.type === 'CallExpression' && callee?.['name'] === name ? [node, ...inside] : inside
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
