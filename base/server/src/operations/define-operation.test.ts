import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handleErrors } from '../http/errors/handle-errors.ts'
import { openapiDocument } from '../openapi/openapi-document.ts'
import { defineOperation } from './define-operation.ts'
import type { Operation } from './operation.ts'
import { operationRoutes } from './operation-routes.ts'

const greet = defineOperation({
  method: 'post',
  path: '/greet/:name',
  aliases: ['/hello/:name'],
  summary: 'Greets',
  params: z.object({ name: z.string().check(z.maxLength(5)) }),
  query: z.object({ mark: z._default(z.string(), '!') }),
  body: z.object({ times: z.int() }),
  response: z.object({ text: z.string() }),
  status: 202,
  errors: [404],
  maxBodyBytes: 20,
  handler: ({ params, query, body }, c) => {
    c.header('x-times', `${body.times}`)
    return { text: `Hi ${params.name}${query.mark.repeat(body.times)}` }
  },
})

const plain = defineOperation({
  method: 'get',
  path: '/plain',
  summary: 'Text',
  response: z.string(),
  contentType: 'text/plain',
  errors: [],
  handler: () => 'plain text',
})

const lenient = defineOperation({
  method: 'post',
  path: '/lenient',
  summary: 'JSON of any type',
  body: z.object({ times: z.int() }),
  acceptsAnyType: true,
  response: z.object({ times: z.int() }),
  errors: [],
  handler: ({ body }) => body,
})

const operations: readonly Operation[] = [greet, plain, lenient]
const app = new Hono().route('/', operationRoutes(operations))
handleErrors(app, pino({ level: 'silent' }))

function post(path: string, body: string, headers = { 'content-type': 'application/json' }) {
  return app.request(path, { method: 'POST', body, headers })
}

describe('operationRoutes', () => {
  test.each(['/greet/Ann?mark=.', '/hello/Ann?mark=.'])('parses the input of %s', async (path) => {
    const response = await post(path, '{"times":2}')
    expect(response.status).toBe(202)
    expect(response.headers.get('x-times')).toBe('2')
    expect(await response.json()).toEqual({ text: 'Hi Ann..' })
  })

  test('responds with text of the declared type', async () => {
    const response = await app.request('/plain')
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.text()).toBe('plain text')
  })

  test('accepts JSON of any content type where declared', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await (await post('/lenient', '{"times":1}', headers)).json()).toEqual({ times: 1 })
  })

  test.each([
    ['/greet/Margaret', '{"times":2}', 422],
    ['/greet/Ann', '{"times":"2"}', 422],
    ['/greet/Ann', '{"times":', 400],
    ['/greet/Ann', `{"times":2${' '.repeat(20)}}`, 413],
    ['/nothing', '{}', 404],
    ['/plain', '{}', 405],
  ])('error: %s with the body %s fails with %i', async (path, body, status) => {
    const response = await post(path, body)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  test('error: refuses a body of another type', async () => {
    const response = await post('/greet/Ann', '{"times":2}', { 'content-type': 'text/plain' })
    expect(response.status).toBe(415)
  })

  test('names a method once, although the body limit has a route too', async () => {
    expect((await app.request('/lenient')).headers.get('allow')).toBe('POST')
  })
})

test('openapiDocument describes the same operations, with the errors of invalid input', () => {
  const document = openapiDocument({ title: 'Test', description: '', operations })
  const { '/greet/{name}': path, ...others } = document['paths'] as Record<
    string,
    Record<string, { responses: object; requestBody?: object }>
  >
  expect(Object.keys(path?.['post']?.responses ?? {}).map(Number)).toEqual([
    202, 400, 404, 413, 415, 422, 500,
  ])
  expect(path?.['post']).toMatchObject({ requestBody: { required: true } })
  expect(Object.keys(others)).toEqual(['/plain', '/lenient'])
  const statusesOf = (name: string, method: string) =>
    Object.keys(others[name]?.[method]?.responses ?? {}).map(Number)
  expect(statusesOf('/lenient', 'post')).toEqual([200, 400, 413, 422, 500])
  expect(statusesOf('/plain', 'get')).toEqual([200, 500])
})
