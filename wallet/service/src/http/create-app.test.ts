import { defineOperation } from '@bullring/server/operations/define-operation'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from './create-app.ts'

const echo = (path: string) =>
  defineOperation({
    method: 'post',
    path,
    summary: 'Returns the name',
    body: z.object({ name: z.string() }),
    acceptsAnyType: true,
    response: z.object({ name: z.string() }),
    errors: [],
    handler: ({ body }) => body,
  })

const app = createApp({
  operations: {
    system: [],
    open: [],
    pages: [],
    keyless: [echo('/open')],
    bodyKey: [echo('/price')],
    api: [echo('/keyed')],
  },
  access: { projectIds: ['app'], publicOrigin: null, allowedOrigins: [], proxies: 0 },
  rules: [],
  log: pino({ level: 'silent' }),
})

const post = (path: string, body: unknown) =>
  app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-length': '9' },
  })

describe('project id', () => {
  test.each([
    ['/price', { name: 'x', projectId: 'app' }],
    ['/price?projectId=app', { name: 'x' }],
    ['/keyed?projectId=app', { name: 'x' }],
    ['/open', { name: 'x' }],
  ])('%s accepts %j', async (path, body) => {
    const response = await post(path, body)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ name: 'x' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['/price', { name: 'x', projectId: 'other' }],
    ['/price', { name: 'x', projectId: 7 }],
    ['/price', null],
    ['/price?projectId=other', { name: 'x', projectId: 'app' }],
    ['/keyed', { name: 'x', projectId: 'app' }],
  ])('error: %s refuses %j', async (path, body) => {
    const response = await post(path, body)
    expect(response.status).toBe(401)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})
