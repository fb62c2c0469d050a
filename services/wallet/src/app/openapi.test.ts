import { operationsRoutes } from '@bullring/server/metrics/operations.routes'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import { describe, expect, test } from 'vitest'
import { analyticsRoutes } from '../analytics/analytics.routes.ts'
import { balancesRoutes } from '../balances/balances.routes.ts'
import { catalogueRoutes } from '../catalogue/catalogue.routes.ts'
import { imagesRoutes } from '../catalogue/images.routes.ts'
import { historyRoutes } from '../history/history.routes.ts'
import { healthRoutes } from '../http/health.routes.ts'
import { identityRoutes } from '../identity/identity.routes.ts'
import { OPERATIONS } from '../openapi/operations.ts'
import { walletDocument } from '../openapi/wallet-document.ts'
import { rpcRoutes } from '../rpc/rpc.routes.ts'
import { supportedChainsRoutes } from '../rpc/supported-chains.routes.ts'
import { signInRoutes } from '../sign-in/sign-in.routes.ts'

/** Every feature's routes; their ports are never called. */
const ROUTES = [
  imagesRoutes({ catalogue: [] }),
  supportedChainsRoutes({ chainIds: [] }),
  ...[
    catalogueRoutes,
    analyticsRoutes,
    rpcRoutes,
    identityRoutes,
    balancesRoutes,
    historyRoutes,
    signInRoutes,
    healthRoutes,
    operationsRoutes,
  ].map((factory) => factory({} as never)),
]

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method.toLowerCase()} ${path}`

// As a client sees it: after JSON.
const document = JSON.parse(JSON.stringify(walletDocument()))

describe('walletDocument', () => {
  test('lists the very paths and methods that the features serve', () => {
    const served = [...new Set(ROUTES.flatMap(({ routes }) => routes.map(nameOf)))]
    // The same call without its last slash.
    const told = served.filter((name) => name !== 'post /v1')
    expect(OPERATIONS.map(nameOf).toSorted()).toEqual(told.toSorted())
  })

  test('describes path, query and what a call asks for', () => {
    const { parameters, security } = document.paths['/v1/account/{address}/history'].get
    expect(parameters).toMatchObject([
      { name: 'address', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'cursor', in: 'query', required: false },
      { name: 'chainId', in: 'query', required: false, schema: { pattern: '^eip155:\\d{1,15}$' } },
      { name: 'onramp', in: 'query', required: false },
    ])
    expect(security).toEqual([{ projectId: [] }])
    expect(document.paths['/siwx/session'].get.security).toEqual([{ projectId: [], session: [] }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['projectId', 'session'])
  })

  test('describes bodies, pictures and errors', () => {
    const event = document.paths['/e'].post
    expect(event.requestBody.content['application/json'].schema.required).toEqual([
      'eventId',
      'props',
    ])
    expect(Object.keys(event.responses)).toEqual([
      '202',
      '400',
      '401',
      '403',
      '413',
      '422',
      '429',
      '500',
    ])
    const picture = document.paths['/getWalletImage/{id}'].get
    expect(Object.keys(picture.responses['200'].content)).toEqual(['image/svg+xml'])
    expect(picture.security).toBeUndefined()
  })

  test('leaves no schema empty', () => {
    const answers = OPERATIONS.map(({ path, method, status = 200 }) => {
      const { content } =
        document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method].responses[status]
      return Object.values<{ schema: object }>(content)[0]?.schema
    })
    expect(answers.filter((schema) => Object.keys(schema ?? {}).length === 0)).toEqual([])
  })

  test('is served', async () => {
    const answer = await openapiRoutes(walletDocument()).request('/openapi.json')
    expect(await answer.json()).toEqual(document)
  })
})
