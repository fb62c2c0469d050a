import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'
import { identityOperations } from './identity.operations.ts'
import { createEnsResolver } from './resolve-name.ts'

const nameless = () => Promise.resolve({ name: null, avatar: null })

test('responds without a name when the node fails, and reports the failure', async () => {
  const failures: unknown[] = []
  const operations = identityOperations({
    resolveName: firstName(nameless, [createEnsResolver('http://127.0.0.1:9')], (error) =>
      failures.push(error),
    ),
    linkFor: () => null,
  })
  const path = '/v1/identity/0x000000000000000000000000000000000000dEaD'
  const response = await operationRoutes(operations).request(path)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ name: null, avatar: null })
  expect(failures).toHaveLength(1)
})
