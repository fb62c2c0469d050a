import { LOCAL_LIMITS } from '@bullring/server/limits/open-limits'
import { describe, expect, test } from 'vitest'
import { walletDocument } from '../http/wallet-document.ts'
import { createOnramp } from './onramp.ts'
import { createSessions } from './sessions.ts'
import { walletOperations } from './wallet-operations.ts'

const chains = new Map()
const limits = LOCAL_LIMITS

/** No handler is called. */
const { system, open, keyless, api, bodyKey } = walletOperations({
  config: { ensRpcUrl: null, explorer: null, nameZone: null, ipfsGatewayUrl: null, http: {} },
  metrics: {},
  onramp: createOnramp({
    config: { onramp: { playMoneyKey: null } },
    chain: { identity: {} },
  } as never),
  sessions: createSessions({ config: { http: {} }, chains, limits } as never),
  chains,
  limits,
  clusters: new Map(),
  catalogue: [],
} as never)
const operations = [...open, ...keyless, ...api, ...bodyKey, ...system]

// As a client sees it: after JSON.
const document = JSON.parse(JSON.stringify(walletDocument(operations)))

describe('walletDocument', () => {
  test('describes path, query and security', () => {
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

  test('requires a project id for exactly the API, and describes no path twice', () => {
    const isKeyed = ({ security }: { security?: readonly string[] }) =>
      security?.includes('projectId') ?? false
    expect([...api, ...bodyKey].filter((operation) => !isKeyed(operation))).toEqual([])
    expect([...open, ...keyless, ...system].filter(isKeyed)).toEqual([])
    const names = operations.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
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
    const schemas = operations.map(({ path, method, status = 200 }) => {
      const { content } =
        document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method].responses[status]
      return Object.values<{ schema: object }>(content)[0]?.schema
    })
    expect(schemas.filter((schema) => Object.keys(schema ?? {}).length === 0)).toEqual([])
  })
})
