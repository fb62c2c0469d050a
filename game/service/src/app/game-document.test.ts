import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import { Problem } from '@bullring/wire/http/problem'
import { parse } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import { gameDocument } from '../http/pages/game-document.ts'
import { DOCUMENTED_OPERATIONS } from '../testing/documented-operations.ts'

// As a client sees it: after JSON.
const LIMITS = { requestsPerMinute: 3_000, streamsPerIp: 20 }
const document = JSON.parse(JSON.stringify(gameDocument(DOCUMENTED_OPERATIONS, LIMITS)))

describe('gameDocument', () => {
  test('describes request and response of an operation', () => {
    const { requestBody, responses } = document.paths['/api/trade-stats'].post
    const request = requestBody.content['application/json'].schema
    expect(request).toMatchObject({ type: 'object', required: ['user_address'] })
    expect(request.properties.symbol).toMatchObject({ default: 'BNB', maxLength: 16 })
    const response = responses['200'].content['application/json'].schema
    expect(Object.keys(response.properties)).toContain('best_round_multiplier')
    expect(response.properties.net_results).toMatchObject({ type: 'string' })
    expect(response.required).toHaveLength(Object.keys(response.properties).length)
  })

  test.each([
    ['/api/trade-stats', true],
    ['/api/create_refer', true],
    // All fields have defaults.
    ['/api/current-epoch', false],
    ['/api/token-prices', false],
  ])('says whether %s needs a body', (path, required) => {
    expect(document.paths[path].post.requestBody.required).toBe(required)
  })

  test('lists the errors of an operation as problems', () => {
    const { responses } = document.paths['/api/create_refer'].post
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '451',
      '500',
      '503',
    ])
    expect(responses['409'].content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
    const { Problem: problem } = document.components.schemas
    expect(problem.required).toEqual(['type', 'title', 'status', 'code'])
    expect(parse(Problem, { type: 'a', title: 'b', status: 400, code: 'c.d' })).toBeDefined()
  })

  test('describes a query by its parameters', () => {
    const { parameters, responses } = document.paths['/api/stream'].get
    expect(parameters).toMatchObject([
      { name: 'symbol', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'user_address', in: 'query', required: false },
      { name: 'after', in: 'query', required: false },
    ])
    expect(Object.keys(responses['200'].content)).toEqual(['text/event-stream'])
  })

  test('names the limits of the installation', () => {
    expect(document.info.description).toContain('3000 requests per minute and 20 live connections')
  })

  test('leaves no schema empty', () => {
    for (const { path, method } of DOCUMENTED_OPERATIONS) {
      const [media] = Object.values<{ schema: object }>(
        document.paths[path][method].responses['200'].content,
      )
      expect(Object.keys(media?.schema ?? {}), path).not.toEqual([])
    }
  })
})

describe('openapiRoutes', () => {
  test('responds with 304 to a known etag', async () => {
    const first = await openapiRoutes(document).request('/openapi.json')
    expect(await first.json()).toMatchObject({ openapi: '3.1.0' })
    const again = await openapiRoutes(document).request('/openapi.json', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})
