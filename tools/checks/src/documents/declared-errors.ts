import { readSources, type Source } from '../repository/read-sources.ts'
import { SOURCE_FOLDERS } from '../repository/source-folders.ts'

const SOURCES = [`${SOURCE_FOLDERS}/**/src/**/*.{ts,tsx}`]
const TEST = /\.test\.tsx?$/
/** A doc comment of the top level, and the declaration after it. */
const DECLARATION = /^\/\*\*(?<comment>(?:(?!\*\/).)*)\*\/\n(?<body>.*?)(?=^\/\*\*|$(?![\s\S]))/gms
const CLASS = /^(?:export )?(?:class|const) [A-Z]/
/** The `code` of an error class or of an error's options. */
const CODE = /\bcode(?: =|:) '([a-z][a-z-]*\.[a-z-]+)'/g
const COMMENT_LINES = /^\s*\*.*$/gm
const STATUS = /\bstatus(?: =|:) (\d{3})\b/
const RPC_CODE = /\brpcCode: (-[\d_]+)/

/** An error that the code declares: `cause` and `remedy` are those of the doc comment of its class. */
export type DeclaredError = {
  code: string
  /** Folder of its product. */
  product: string
  /** Status of HTTP or code of JSON-RPC; empty if the error has none, or several. */
  status: string
  cause: string
  /** Empty where the cause says enough. */
  remedy: string
}

/**
 * Returns the errors of all products, sorted by code.
 *
 * @throws {Error} naming the codes whose class has no doc comment.
 */
export async function readDeclaredErrors(): Promise<readonly DeclaredError[]> {
  const sources = (await readSources(SOURCES)).filter(({ file }) => !TEST.test(file))
  const errors = new Map<string, DeclaredError>()
  for (const error of sources.flatMap(declaredErrors)) {
    if (!errors.has(error.code)) errors.set(error.code, error)
  }
  const unexplained = sources.flatMap(codesOf).filter((code) => !errors.has(code))
  if (unexplained.length > 0) {
    throw new Error(`Error codes without a doc comment of their class: ${unexplained.join(', ')}`)
  }
  return [...errors.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Returns the errors of a source whose class, or constant of a class, has a doc comment. */
export function declaredErrors({ file, text }: Source): readonly DeclaredError[] {
  return Array.from(text.matchAll(DECLARATION)).flatMap(({ groups = {} }) => {
    const { comment = '', body = '' } = groups
    const [code] = CLASS.test(body) ? codesOf({ file, text: body }) : []
    if (code === undefined) return []
    const [product = ''] = file.split('/')
    return [{ code, product, status: statusOf(body), ...readComment(comment) }]
  })
}

function codesOf({ text }: Source): readonly string[] {
  return Array.from(text.replaceAll(COMMENT_LINES, '').matchAll(CODE), ([, code = '']) => code)
}

function statusOf(body: string): string {
  if (body.includes('defineLimitError(')) return '429'
  return STATUS.exec(body)?.[1] ?? RPC_CODE.exec(body)?.[1]?.replace('_', '') ?? ''
}

/** The first paragraph is the cause; others are for readers of the code. */
function readComment(comment: string): Pick<DeclaredError, 'cause' | 'remedy'> {
  const paragraphs = comment
    .replaceAll(/^[ *]+/gm, '')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
  const remedy = paragraphs.find((paragraph) => paragraph.startsWith('@remedy '))
  return { cause: paragraphs[0] ?? '', remedy: remedy?.replace('@remedy ', '') ?? '' }
}
