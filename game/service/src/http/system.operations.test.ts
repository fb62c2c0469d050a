import { AppConfig } from '@bullring/game-api/config'
import { Health } from '@bullring/game-api/health'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { productBuild } from '@bullring/server/product-build'
import { parse } from '@bullring/wire/parse'
import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { toAppConfig } from './pages/app-config.ts'
import { systemOperations } from './system.operations.ts'

const CONFIG = parseConfig({
  DATABASE_URL: 'postgres://game@127.0.0.1/game',
  PREDICTION_ADDRESS: '0x0000000000000000000000000000000000000001',
})

const app = operationRoutes(
  systemOperations({
    appConfig: () => Promise.resolve(toAppConfig(CONFIG, {})),
    newestBlock: () => null,
    history: () => null,
    nowMs: () => 1_500,
  }),
)

test('reports version and commit beside clock and block', async () => {
  const health = parse(Health, await (await app.request('/healthz')).json())
  expect(health).toEqual({
    status: 'ok',
    server_time: 1.5,
    ...productBuild(),
    block_number: null,
    block_timestamp: null,
    history: null,
  })
})

test('gives pages the version and commit that runs', async () => {
  const { build } = parse(AppConfig, await (await app.request('/config.json')).json())
  expect(build).toEqual(productBuild())
})
