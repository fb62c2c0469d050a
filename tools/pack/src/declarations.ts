/** A declaration of a file: a function, type, class or constant with its doc comment. */
export type Declared = {
  name: string
  /** Without the marks of the comment; empty without one. */
  doc: string
  code: string
}

const DOC = /(?:^(?<doc>\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)?/
const HEAD =
  /^(?:export )?(?:declare )?(?:abstract )?(?:function|const|class|type|interface) (?<name>\w+)/
/** Only the end of a declaration is followed by a line that neither is indented nor closes a bracket. */
const END = /[\s\S]*?[;}]$(?=\n[^\s})]|\s*(?![\s\S]))/
const DECLARATION = new RegExp(`${DOC.source}(?<code>${HEAD.source}${END.source})`, 'gm')
const DOC_MARK = /^\s*(?:\/\*\*|\*\/|\*) ?|\s*\*\/$/gm

/** Lists the declarations of a compiled declaration file, as the TypeScript compiler writes them. */
export function declarationsIn(text: string): readonly Declared[] {
  return Array.from(text.matchAll(DECLARATION), ({ groups }) => ({
    name: groups?.['name'] ?? '',
    doc: (groups?.['doc'] ?? '').replaceAll(DOC_MARK, '').trim(),
    code: codeOf(groups?.['code'] ?? ''),
  }))
}

/** Returns code without `export declare`, paths of imported types, and the compiler's four spaces. */
function codeOf(text: string): string {
  return text
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
    .replaceAll(/^ +/gm, (indent) => ' '.repeat(indent.length / 2))
}
