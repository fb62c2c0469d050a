import type { Declarations } from './emit-types.ts'

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:function|const|class|type|interface) (?<name>\w+)/gm
const LISTED = /^export (?:type )?\{(?<names>[^}]*)\}/gm

/** Lists the exports of a library: a line for each name, `<package>/<entry point> <name>`, in the order of the alphabet. */
export function publishedNames(name: string, { files, entries }: Declarations): string {
  return [...entries]
    .flatMap(([entry, path]) =>
      exportedNames(files.get(path) ?? '').map((exported) => `${name}/${entry} ${exported}\n`),
    )
    .toSorted()
    .join('')
}

/** Returns the names that a declaration file exports. */
function exportedNames(text: string): readonly string[] {
  const declared = Array.from(text.matchAll(DECLARED), ({ groups }) => groups?.['name'] ?? '')
  const listed = Array.from(text.matchAll(LISTED), ({ groups }) => groups?.['names'] ?? '')
    .flatMap((names) => names.split(','))
    .map((item) => item.trim().replace(/^type |^.* as /g, ''))
    .filter((item) => item !== '')
  return [...declared, ...listed]
}
