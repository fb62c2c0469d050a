import { describe, expect, test } from 'vitest'
import { apiReference } from './api-reference.ts'

const CLIENT = `import type { Options } from '../options.js';
/**
 * Opens the client.
 *
 * @param options - Of the client.
 * @throws {OpenError} when it cannot.
 * @example
 * const client = open({ url: 'wss://a.example' })
 */
export declare function open(options: Options): Promise<import("x").Client>;
`
const OPTIONS = `import type { Schema } from './wire/schema.js';
export type Options = {
    /** Of the server. */
    url: Url;
};
type Url = string;
export type Unused = Schema;
`

const reference = apiReference('@a/client', {
  entries: new Map([['open', 'types/client/open.d.ts']]),
  files: new Map([
    ['types/client/open.d.ts', CLIENT],
    ['types/options.d.ts', OPTIONS],
  ]),
})

describe('apiReference', () => {
  test('describes what each entry point exports', () => {
    expect(reference).toContain(`## \`@a/client/open\`

### open

Opens the client.

- \`options\`: Of the client.
- Throws \`OpenError\` when it cannot.

\`\`\`ts
function open(options: Options): Promise<Client>;
\`\`\`

\`\`\`tsx
const client = open({ url: 'wss://a.example' })
\`\`\`
`)
  })

  test('lists the types that they refer to, and no others', () => {
    expect(reference).toContain(`### Options

\`\`\`ts
type Options = {
  /** Of the server. */
  url: Url;
};
\`\`\`

### Url`)
    expect(reference).not.toContain('Unused')
  })
})
