import type { Catalogue } from './catalogue.ts'
import { type IcuText, parseIcuText } from './icu-text.ts'

/** The English texts of one area. */
export type SourceTexts = { name: string; texts: readonly { key: string; text: string }[] }

/** A defect of one text of a catalogue. */
export type CatalogueProblem = {
  kind:
    | 'missing'
    | 'superfluous'
    | 'untranslated'
    | 'other address'
    | 'wrong arguments'
    | 'wrong choices'
    | 'syntax'
  /** "bet.minimum". */
  key: string
  detail: string
}

/** English texts that may be the same in any language: names, symbols and units. */
const SAME_EVERYWHERE = new Set(['BNB', 'BNB/USD', 'Bullring', 'CSV', 'EOA', '404', '–'])

/** English words that are the same word in one language. */
const SAME_IN: Readonly<Record<string, readonly string[]>> = {
  es: [
    '5 min',
    'Email',
    'Error',
    'Exchange',
    'Passkey',
    'Token',
    'Tokens',
    'Wallet',
    '{amount} tokens',
  ],
  'pt-BR': [
    '5 min',
    'Exchange',
    'NFTs',
    'Passkey',
    'Token',
    'Tokens',
    'item {id}',
    '{amount} tokens',
  ],
  tr: ['Passkey', 'Token'],
  vi: ['Email', 'Passkey', 'Token'],
}

/** Forms of address that a catalogue does not use (docs/translating.md, "you"). */
const OTHER_ADDRESS: Readonly<Record<string, RegExp>> = {
  es: /\busted(?:es)?\b/i,
  tr: /\b(?:sen|senin|seni|sana)\b/i,
  'zh-CN': /您/,
}

/** Compares a catalogue with the messages in the code. */
export function catalogueProblems(
  language: string,
  sources: readonly SourceTexts[],
  catalogue: Catalogue,
): CatalogueProblem[] {
  const translated = textsByKey(catalogue)
  const english = new Map<string, string>(
    sources.flatMap(({ name, texts }) =>
      texts.map(({ key, text }) => [`${name}.${key}`, text] as const),
    ),
  )
  const superfluous = [...translated.keys()].filter((key) => !english.has(key))
  return [
    ...[...english].flatMap(([key, source]) => {
      const text = translated.get(key)
      if (text === undefined) return [{ kind: 'missing' as const, key, detail: source }]
      return textProblems(language, source, text).map((problem) => ({ ...problem, key }))
    }),
    ...superfluous.map((key) => ({ kind: 'superfluous' as const, key, detail: '' })),
  ]
}

function textsByKey(catalogue: Catalogue): Map<string, string> {
  return new Map<string, string>(
    Object.entries(catalogue).flatMap(([name, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${name}.${key}`, text] as const),
    ),
  )
}

type TextProblem = Omit<CatalogueProblem, 'key'>

function textProblems(language: string, source: string, text: string): TextProblem[] {
  if (text === source && !mayBeSame(language, source)) {
    return [{ kind: 'untranslated', detail: text }]
  }
  if (OTHER_ADDRESS[language]?.test(text)) return [{ kind: 'other address', detail: text }]
  try {
    return icuProblems(language, parseIcuText(source), parseIcuText(text))
  } catch (error) {
    return [{ kind: 'syntax', detail: String(error) }]
  }
}

/** Also texts of values and symbols only, such as "{heading} · Bullring". */
function mayBeSame(language: string, source: string): boolean {
  const words = source.replace(/\{\w+\}|Bullring|USD/g, '')
  return (
    SAME_EVERYWHERE.has(source) ||
    !/\p{Letter}{2}/u.test(words) ||
    (SAME_IN[language]?.includes(source) ?? false)
  )
}

function icuProblems(language: string, source: IcuText, text: IcuText): TextProblem[] {
  const problems: TextProblem[] = []
  if (source.names.join() !== text.names.join()) {
    const detail = `has {${text.names}} instead of {${source.names}}`
    problems.push({ kind: 'wrong arguments', detail })
  }
  for (const { name, kind, keys } of text.choices) {
    const selects = source.choices.filter((choice) => choice.name === name)
    const expected = kind === 'select' ? (selects[0]?.keys ?? []) : pluralCategories(language, kind)
    const missing = expected.filter((key) => !keys.includes(key))
    if (missing.length === 0) continue
    problems.push({ kind: 'wrong choices', detail: `{${name}} has no ${missing.join(', ')}` })
  }
  return problems
}

function pluralCategories(language: string, type: 'cardinal' | 'ordinal'): readonly string[] {
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
}
