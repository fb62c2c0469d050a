import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readForm } from './read-form.ts'

const app = new Hono().post('/', async (c) => c.json([...(await readForm(c))]))

async function post(type: string, body: string): Promise<unknown> {
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(response.status).toBe(200)
  return response.json()
}

test.each(['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded;charset=UTF-8'])(
  'reads the fields of %s',
  async (type) => {
    expect(await post(type, 't=a+b&decision=%C3%A9')).toEqual([
      ['t', 'a b'],
      ['decision', 'é'],
    ])
  },
)

test.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json'])(
  '%s has no fields',
  async (type) => {
    expect(await post(type, '--x\r\nt=a')).toEqual([])
  },
)
