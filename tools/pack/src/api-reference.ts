import { dirname, join } from 'node:path'
import { type Declared, declarationsIn } from './declarations.ts'
import type { Declarations } from './emit-types.ts'
import { INCLUDED } from './workspace.ts'

/** Path of types of included packages, which the reference leaves out. */
const INCLUDED_TYPES = new RegExp(`^types/(?:${INCLUDED.join('|')})/`)
const IMPORT = /^import (?:type )?\{(?<names>[^}]+)\} from '(?<path>\.[^']+)\.js';$/gm

/** Writes the API reference of a library from its declarations and their doc comments. */
export function apiReference(name: string, { files, entries }: Declarations): string {
  const sections = [...entries].map(([entry, path]) => {
    const declared = declarationsIn(files.get(path) ?? '')
    return [`## \`${name}/${entry}\``, ...declared.map(describe)].join('\n\n')
  })
  const shown = new Set(entries.values())
  const types = referredTypes(files, [...shown]).map(describe)
  return [
    `# API of \`${name}\``,
    'Written from the doc comments of the sources when the package is packed.',
    ...sections,
    ...(types.length > 0 ? [`## Types`, ...types] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns the declarations of other files that the entry points, or one another, refer to. */
function referredTypes(
  files: Declarations['files'],
  entries: readonly string[],
): readonly Declared[] {
  const found = new Map<string, Declared>()
  const seen = new Set<string>()
  const pending = entries.flatMap((path) => importsOf(files.get(path) ?? '', path))
  for (const { path, name } of pending) {
    if (seen.has(`${path} ${name}`) || entries.includes(path) || INCLUDED_TYPES.test(path)) continue
    seen.add(`${path} ${name}`)
    const text = files.get(path) ?? ''
    const declared = declarationsIn(text)
    const type = declared.find((one) => one.name === name)
    if (type === undefined) continue
    found.set(name, type)
    const used = (other: string) => new RegExp(`\\b${other}\\b`).test(type.code)
    pending.push(...importsOf(text, path).filter((one) => used(one.name)))
    pending.push(
      ...declared
        .filter((one) => one !== type && used(one.name))
        .map((one) => ({ path, name: one.name })),
    )
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns the names that a declaration file imports from others of the library. */
function importsOf(text: string, from: string): readonly { path: string; name: string }[] {
  return Array.from(text.matchAll(IMPORT), ({ groups }) => groups).flatMap((groups) =>
    (groups?.['names'] ?? '').split(',').map((name) => ({
      path: `${join(dirname(from), groups?.['path'] ?? '')}.d.ts`,
      name: name.replace('type ', '').trim(),
    })),
  )
}

function describe({ name, doc, code }: Declared): string {
  const [text = '', ...tags] = doc.split(/^@(?=\w)/m)
  const example = tags.find((tag) => tag.startsWith('example'))
  const notes = tags.filter((tag) => /^(?:param|returns|throws)\b/.test(tag)).map(describeTag)
  return [
    `### ${name}`,
    withoutLinks(text.trim()),
    notes.join('\n'),
    `\`\`\`ts\n${code}\n\`\`\``,
    ...(example === undefined
      ? []
      : [`\`\`\`tsx\n${example.slice('example'.length).trim()}\n\`\`\``]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function describeTag(tag: string): string {
  const text = withoutLinks(tag.trim().replaceAll(/\s*\n\s*/g, ' '))
  return text
    .replace(/^param (\S+) - /, '- `$1`: ')
    .replace(/^returns /, '- Returns: ')
    .replace(/^throws \{(\w+)\}/, '- Throws `$1`')
    .replace(/^throws /, '- Throws ')
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\{@link ([^}]+)\}/g, '`$1`').replaceAll(/^@see (\w+)/gm, 'See `$1`.')
}
