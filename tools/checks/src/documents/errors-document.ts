import type { DeclaredError } from './declared-errors.ts'

const INTRODUCTION = `# Errors

Written from the doc comments of the error classes. HTTP responses carry \`code\` in
\`application/problem+json\` (RFC 9457), logs in \`detail\`. "Reply" is the HTTP status or the code of JSON-RPC.

Remedy where a row has none: correct what cause and message name; after 401, log in again; after 429 and 503, wait for \`Retry-After\`;
after 502, try again, then read the service's log.
`

/** Returns docs/errors.md: a table for each product. */
export function errorsDocument(errors: readonly DeclaredError[]): string {
  const products = Map.groupBy(errors, ({ product }) => product)
  const tables = [...products].toSorted().map(([product, rows]) => tableOf(product, rows))
  return [INTRODUCTION, ...tables].join('\n')
}

function tableOf(product: string, errors: readonly DeclaredError[]): string {
  return [
    `## ${product}`,
    '',
    'Code | Reply | Cause | Remedy',
    '---|---|---|---',
    ...errors.map(rowOf),
    '',
  ].join('\n')
}

function rowOf({ code, status, cause, remedy }: DeclaredError): string {
  const cells = [`\`${code}\``, status, cause]
  return (remedy === '' ? cells : [...cells, remedy]).join(' | ')
}
