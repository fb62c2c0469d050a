import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiProblemError } from './request-errors.ts'
import { requestJson } from './request-json.ts'

const Epoch = z.object({ epoch: z.int() })

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Starts a server and returns the URL of one of its paths. */
async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/x`
}

/** Serves one response and resolves with the error it causes. */
async function errorFor(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const url = await serve((_, response) => response.writeHead(status, headers).end(body))
  return requestJson({ url, schema: Epoch }).catch((error: unknown) => error)
}

describe('requestJson', () => {
  test('sends a GET and returns the checked JSON', async () => {
    const url = await serve((request, response) => {
      expect(request.method).toBe('GET')
      expect(request.headers).not.toHaveProperty('content-type')
      expect(request.headers).not.toHaveProperty('authorization')
      response.end('{"epoch":7,"more":1}')
    })
    expect(await requestJson({ url, schema: Epoch })).toEqual({ epoch: 7 })
  })

  test('posts a JSON body with a bearer token', async () => {
    const url = await serve(async (request, response) => {
      const { 'content-type': type, authorization } = request.headers
      expect(type).toBe('application/json')
      expect(authorization).toBe('Bearer secret')
      expect(request.method).toBe('POST')
      response.end(await text(request))
    })
    const request = { url, schema: Epoch, body: { epoch: 9 }, token: 'secret' }
    expect(await requestJson({ ...request, credentials: 'omit' })).toEqual({ epoch: 9 })
  })

  test('posts without a body', async () => {
    const url = await serve(({ method }, response) => {
      expect(method).toBe('POST')
      response.end('{"epoch":7}')
    })
    expect(await requestJson({ url, schema: Epoch, method: 'POST' })).toEqual({ epoch: 7 })
  })

  test('error: reads code, detail and Retry-After of a problem document', async () => {
    const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429 }
    const body = JSON.stringify({ ...problem, code: 'http.rate-limited', detail: 'Slow down.' })
    const error = await errorFor(429, body, { 'retry-after': '3' })
    expect(error).toBeInstanceOf(ApiProblemError)
    expect(error).toMatchObject({
      code: 'api.problem',
      status: 429,
      problemCode: 'http.rate-limited',
      message: 'Slow down.',
      detail: 'Slow down.',
      retryAfterSeconds: 3,
      isRetryable: true,
    })
    expect(await errorFor(422, JSON.stringify({ ...problem, code: 'a.b' }))).toMatchObject({
      detail: 'Too Many Requests',
      retryAfterSeconds: null,
      isRetryable: false,
    })
  })

  test('error: falls back to the text of the response, 200 characters at most', async () => {
    const error = await errorFor(403, `Unauthorized: invalid key${' '.repeat(300)}`)
    expect(error).toMatchObject({ status: 403, problemCode: null, isRetryable: true })
    expect(error).toHaveProperty('detail', `Unauthorized: invalid key${' '.repeat(175)}`)
    expect(await errorFor(502, '')).toMatchObject({ detail: null, status: 502 })
  })

  test('error: does not show the HTML page of a proxy', async () => {
    expect(await errorFor(502, '<html>', { 'content-type': 'text/html' })).toMatchObject({
      detail: null,
      message: expect.stringContaining('/api/x with status 502'),
    })
  })

  test.each(['{"epoch":"seven"}', '<html>', ''])('error: rejects the response %j', async (body) => {
    const error = await errorFor(200, body)
    expect(error).toMatchObject({ code: 'api.invalid-response', isRetryable: true })
  })

  test('error: reports that the server is unreachable, without the query', async () => {
    const url = await serve((request) => request.destroy())
    const request = requestJson({ url: `${url}?projectId=secret`, schema: Epoch })
    const error: unknown = await request.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'api.unreachable', isRetryable: true })
    expect(String(error)).not.toContain('secret')
  })

  test('error: times out while waiting for the response, and while reading it', async () => {
    const timedOut = { code: 'api.timeout', isRetryable: true }
    for (const respond of [
      () => undefined,
      (_: IncomingMessage, response: ServerResponse) => response.write('{"epoch":'),
    ]) {
      const url = await serve(respond)
      await expect(requestJson({ url, schema: Epoch, timeoutMs: 40 })).rejects.toMatchObject(
        timedOut,
      )
    }
  })

  test('error: rethrows the reason of an abort by the caller', async () => {
    const controller = new AbortController()
    const reason = new Error('gone')
    const url = await serve(() => controller.abort(reason))
    await expect(requestJson({ url, schema: Epoch, signal: controller.signal })).rejects.toBe(
      reason,
    )
  })
})
