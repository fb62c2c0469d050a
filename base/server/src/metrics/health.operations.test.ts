import { ServiceHealth } from '@bullring/wire/http/service-health'
import { parse } from '@bullring/wire/parse'
import { expect, test } from 'vitest'
import { operationRoutes } from '../operations/operation-routes.ts'
import { productBuild } from '../product-build.ts'
import { healthOperations } from './health.operations.ts'

test('reports the clock, and version and commit of the code', async () => {
  const app = operationRoutes(healthOperations({ nowMs: () => 1_500 }))
  const response = await app.request('/healthz')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(parse(ServiceHealth, await response.json())).toEqual({
    status: 'ok',
    server_time: 1.5,
    ...productBuild(),
  })
})
