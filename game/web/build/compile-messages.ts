import { parseIcuText } from '@bullring/wire/text/icu-text'
import type { Plugin } from 'vite'
import { readMessages, type SourceText } from './read-messages.ts'

const MESSAGES_FILE = /-messages\.ts$/
const CATALOGUE_FILE = /[\\/]i18n[\\/]catalogues[\\/][\w-]+\.json(?:\?shared)?$/

/** Groups that the direct-bet page shares with the main screen: `?shared` is a catalogue without the rest. */
const SHARED = ['start', 'window', 'toast-level', 'failed-panel', 'connect', 'referral']

/** Compiles ICU messages, so that no parser is part of the page. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: [MESSAGES_FILE, CATALOGUE_FILE] },
      handler(code, id) {
        if (!CATALOGUE_FILE.test(id)) return { code: compileSource(code), map: null }
        const isShared = id.endsWith('?shared')
        const json = compileCatalogue(code, isShared)
        // Vite takes a file with a query for a script.
        return isShared
          ? { code: `export default ${json}`, map: null, moduleType: 'js' }
          : { code: json, map: null }
      },
    },
  }
}

/**
 * Replaces the text of each `message(...)` by its compiled form.
 *
 * @throws when a text has other arguments than it declares.
 */
export function compileSource(code: string): string {
  return readMessages(code)
    .flatMap(({ texts }) => texts)
    .filter(({ isMessage }) => isMessage)
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (result, text) => result.slice(0, text.start) + compileText(text) + result.slice(text.end),
      code,
    )
}

function compileText({ key, text, names }: SourceText): string {
  const icu = parseIcuText(text)
  const declared = names.toSorted()
  if (declared.join() !== icu.names.join()) {
    throw new Error(`"${key}" declares [${declared}], but its text has [${icu.names}]`)
  }
  return JSON.stringify(icu.compiled)
}

/** Compiles the texts of a catalogue: messages by name, texts by key. */
function compileCatalogue(json: string, isShared: boolean): string {
  const all: Record<string, unknown> = JSON.parse(json)
  const chosen = Object.entries(all).filter(([name]) => !isShared || SHARED.includes(name))
  return JSON.stringify(Object.fromEntries(chosen), (_key, value) =>
    typeof value === 'string' ? parseIcuText(value).compiled : value,
  )
}
