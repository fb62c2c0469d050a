import {
  DEVICE_HEADERS,
  type DeviceKeys,
  deviceIdOf,
  devicePublicKey,
  generateDeviceKeys,
  SERVER_TIME_HEADER,
  signDeviceRequest,
} from '@bullring/login-api/device-signature'
import { openDatabase } from '@bullring/server/db/open-database'
import { handleErrors } from '@bullring/server/http/handle-errors'
import { defineOperation } from '@bullring/server/operations/define-operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { createTestDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { CREATE_DEVICE_NONCES, deleteOldNonces } from './device-nonces.ts'
import { deviceOf, withDevice } from './with-device.ts'

const NOW_S = 1_800_000_000
const SERVICE = 'https://wallet.example'
const APP = 'https://game.example'
const PATH = '/core/test'

let database: TestDatabase<unknown>
let app: Hono
let keys: DeviceKeys

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), async (url) => {
    const db = openDatabase<unknown>({ url, applicationName: 'test', onIdleError: () => undefined })
    for (const statement of CREATE_DEVICE_NONCES) await statement.execute(db)
    return db
  })
  const operation = defineOperation({
    method: 'post',
    path: PATH,
    summary: '',
    body: z.object({ value: z.string() }),
    response: z.object({
      id: z.string(),
      token: z.nullable(z.string()),
      origin: z.string(),
      value: z.string(),
    }),
    errors: [],
    handler: ({ body }, c) => ({ ...deviceOf(c), value: body.value }),
  })
  const check = {
    db: database.db,
    nowMs: () => NOW_S * 1_000,
    audience: SERVICE,
    isKnownOrigin: (origin: string) => origin === APP,
  }
  app = new Hono().route('/', operationRoutes([withDevice(operation, check)]))
  handleErrors(app, pino({ level: 'silent' }))
  keys = await generateDeviceKeys()
})

afterAll(() => database.drop())

type Change = Partial<{
  time: number
  origin: string
  token: string | null
  path: string
  audience: string
}>

async function sign(change: Change = {}) {
  const body = JSON.stringify({ value: 'x' })
  const request = { method: 'POST', audience: SERVICE, path: PATH, time: NOW_S, body }
  const device = { token: null, origin: APP }
  const headers = await signDeviceRequest(keys, { ...request, ...device, ...change })
  return { body, headers: { ...headers, 'content-type': 'application/json' } }
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: string }).code
}

async function send(init: RequestInit, path = PATH) {
  return await app.request(path, { method: 'POST', ...init })
}

test('passes on the device, the token and the body', async () => {
  const response = await send(await sign({ token: 'a-token' }))
  expect(response.status).toBe(200)
  const id = await deviceIdOf(await devicePublicKey(keys))
  expect(await response.json()).toEqual({ id, token: 'a-token', origin: APP, value: 'x' })
})

test('error: refuses the same request again, also when both arrive at once', async () => {
  const signed = await sign()
  const responses = await Promise.all([send(signed), send(signed), send(signed)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  expect(await codeOf(await send(signed))).toBe('device.replayed-request')
})

test('error: refuses the same request again with another spelling of the key', async () => {
  const { body, headers } = await sign()
  expect((await send({ body, headers })).status).toBe(200)
  const key = await devicePublicKey(keys)
  // The last character of 32 bytes has two unused bits.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const x = key.x.slice(0, -1) + digits[digits.indexOf(key.x.at(-1) ?? '') ^ 1]
  const spelled = Buffer.from(JSON.stringify({ ...key, x })).toString('base64url')
  const again = await send({ body, headers: { ...headers, [DEVICE_HEADERS.key]: spelled } })
  expect(await codeOf(again)).toBe('device.replayed-request')
})

test('error: refuses an altered body, path, token, time or origin', async () => {
  const { body, headers } = await sign({ token: 'a-token' })
  const altered: RequestInit[] = [
    { headers, body: body.replace('x', 'y') },
    { headers: { ...headers, authorization: 'Bearer other' }, body },
    { headers: { ...headers, [DEVICE_HEADERS.time]: String(NOW_S + 1) }, body },
    { headers: { ...headers, [DEVICE_HEADERS.origin]: 'https://evil.example' }, body },
    { headers: { 'content-type': 'application/json' }, body },
  ]
  for (const init of altered) {
    const response = await send(init)
    expect([response.status, await codeOf(response)]).toEqual([401, 'device.bad-signature'])
  }
  expect(await codeOf(await send({ headers, body }, `${PATH}?a=1`))).toBe('device.bad-signature')
})

test('error: refuses a request that was signed for another service', async () => {
  const response = await send(await sign({ audience: 'https://vault.example' }))
  expect([response.status, await codeOf(response)]).toEqual([401, 'device.bad-signature'])
})

test('error: refuses a stolen token signed by another device’s key under this device’s name', async () => {
  const mine = await sign({ token: 'a-token' })
  keys = await generateDeviceKeys()
  const theirs = await sign({ token: 'a-token' })
  const headers = {
    ...theirs.headers,
    [DEVICE_HEADERS.key]: new Headers(mine.headers).get(DEVICE_HEADERS.key) ?? '',
  }
  expect(await codeOf(await send({ headers, body: theirs.body }))).toBe('device.bad-signature')
})

test.each([-61, 61])(
  'error: the response to a clock that is %i s off has the server’s time',
  async (skew) => {
    const response = await send(await sign({ time: NOW_S + skew }))
    expect(response.status).toBe(401)
    expect(response.headers.get(SERVER_TIME_HEADER)).toBe(String(NOW_S))
    expect(await codeOf(response)).toBe('device.stale-request')
  },
)

test('accepts a clock that is 60 s off', async () => {
  expect((await send(await sign({ time: NOW_S - 60 }))).status).toBe(200)
  expect((await send(await sign({ time: NOW_S + 60 }))).status).toBe(200)
})

test('error: refuses an app of an unknown origin', async () => {
  const response = await send(await sign({ origin: 'https://evil.example' }))
  expect([response.status, await codeOf(response)]).toEqual([403, 'device.unknown-origin'])
})

test('deleteOldNonces keeps those whose requests would still be accepted', async () => {
  const signed = await sign()
  expect((await send(signed)).status).toBe(200)
  await deleteOldNonces(database.db, NOW_S + 60)
  expect(await codeOf(await send(signed))).toBe('device.replayed-request')
  await deleteOldNonces(database.db, NOW_S + 86_400)
  expect((await send(signed)).status).toBe(200)
})
