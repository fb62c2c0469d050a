import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

/** Members that only the schema reads. All but the two decisions of docs/requirements.md have a single value. */
const CHECKED_ONLY: readonly string[] = [
  'BalanceQuery.currency',
  // R-SWAP-6.
  'ConvertTransactionRequest.disableEstimate',
  'FungiblePriceRequest.currency',
  // R-NAMES-1.
  'IdentityQuery.sender',
  'OnrampUrlRequest.defaultExperience',
  'ProfileQuery.apiVersion',
]

/** A schema of requests that a file of operations imports. */
type Import = { schema: string; file: string }

function requestSchemas(operations: string): Import[] {
  const { resolve } = createRequire(join(repositoryRoot, operations))
  const imports = read(operations).matchAll(
    /import \{([^}]+)\} from '(@bullring\/\w+-api\/[^']+)'/g,
  )
  return [...imports].flatMap(([, names = '', specifier = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^\w+(Request|Query)$/.test(name))
      .map((schema) => ({ schema, file: resolve(specifier) })),
  )
}

async function membersOf({ schema, file }: Import): Promise<string[]> {
  const declared = (await import(file)) as Record<string, { shape?: object } | undefined>
  return Object.keys(declared[schema]?.shape ?? {})
}

/** The code of the feature that declares the operations. */
function featureCode(operations: string): string {
  return globSync(`${dirname(operations)}/**/*.ts`, { cwd: repositoryRoot })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')
}

test('a service reads each member of a request that it accepts', async () => {
  const files = globSync('{game,wallet,login}/*/src/**/*.operations.ts', { cwd: repositoryRoot })
  const unread: string[] = []
  let count = 0
  for (const operations of files) {
    const code = featureCode(operations)
    for (const request of requestSchemas(operations)) {
      const members = await membersOf(request)
      count += members.length
      const missing = members.filter((member) => !new RegExp(`\\b${member}\\b`).test(code))
      unread.push(...missing.map((member) => `${request.schema}.${member}`))
    }
  }
  expect(count).toBeGreaterThan(60)
  expect(unread.toSorted()).toEqual(CHECKED_ONLY)
})
