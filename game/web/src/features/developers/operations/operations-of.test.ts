import { parse } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import { ApiDocument } from './api-document.ts'
import { operationsOf } from './operations-of.ts'
import { attemptUrl, firstBody } from './try-operation.ts'

const PROBLEM = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const DOCUMENT = parse(ApiDocument, {
  openapi: '3.1.0',
  info: { title: 'Bullring', version: '1.0.0', description: 'Times are seconds.' },
  paths: {
    '/api/rounds': {
      post: {
        summary: 'Rounds',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['user_address'],
                properties: {
                  symbol: { type: 'string', default: 'BNB', maxLength: 16 },
                  user_address: { type: 'string' },
                  note: { type: ['string', 'null'] },
                  side: { anyOf: [{ type: 'null' }, { enum: ['up', 'down'] }] },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'OK',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['epochs'],
                    properties: { epochs: { type: 'array', items: { type: 'integer' } } },
                  },
                },
              },
            },
          },
          '422': { description: 'Unprocessable', content: PROBLEM },
        },
      },
    },
    '/api/name/{name}': {
      get: {
        summary: 'A name',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'chain', in: 'query', required: false, schema: { type: 'integer' } },
        ],
        responses: { '204': { description: 'No Content' } },
      },
    },
  },
})

const [name, rounds] = operationsOf(DOCUMENT)
if (name === undefined || rounds === undefined) throw new Error('Operations are missing')

describe('operationsOf', () => {
  test('lists operations by path, with fields and errors', () => {
    expect([name.path, rounds.path]).toEqual(['/api/name/{name}', '/api/rounds'])
    expect(rounds).toMatchObject({ method: 'POST', summary: 'Rounds' })
    expect(rounds.body).toEqual([
      { name: 'symbol', type: 'string', isRequired: false, initial: '"BNB"' },
      { name: 'user_address', type: 'string', isRequired: true, initial: null },
      { name: 'note', type: 'string | null', isRequired: false, initial: null },
      { name: 'side', type: 'null | "up" | "down"', isRequired: false, initial: null },
    ])
    expect(rounds.errors).toEqual([{ status: '422', description: 'Unprocessable' }])
  })

  test('describes a list by the fields of its rows', () => {
    expect(rounds.response.fields).toEqual([
      { name: 'epochs', type: 'integer[]', isRequired: true, initial: null },
    ])
  })

  test('knows operations without a body or a response', () => {
    expect(name.body).toBeNull()
    expect(name.response).toEqual({ type: '', fields: [], text: '' })
  })
})

describe('attemptUrl', () => {
  test('fills the path and leaves out what is empty', () => {
    const url = (parameters: Record<string, string>) => attemptUrl(name, { parameters, body: '' })
    expect(url({ name: 'a/b' })).toBe('/api/name/a%2Fb')
    expect(url({ name: 'a', chain: '56' })).toBe('/api/name/a?chain=56')
  })
})

describe('firstBody', () => {
  test('has the defaults, and an empty text for what is required', () => {
    expect(JSON.parse(firstBody(rounds))).toEqual({ symbol: 'BNB', user_address: '' })
  })
})
