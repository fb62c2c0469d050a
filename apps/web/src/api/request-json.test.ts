import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiProblemError, ApiTimeoutError, ApiUnreachableError } from './api-errors.ts'
import { requestJson } from './request-json.ts'

function answer(body: unknown, init: ResponseInit = {}) {
  const fetched = vi.fn((_path: string, _init?: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(body), init)),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('requestJson', () => {
  test('posts a JSON body and returns the JSON answer', async () => {
    const fetched = answer({ epoch: 7 })
    expect(await requestJson('/api/current-epoch', { body: { symbol: 'BNB' } })).toEqual({
      epoch: 7,
    })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"symbol":"BNB"}',
    })
  })

  test('asks by GET without a body', async () => {
    const fetched = answer({})
    await requestJson('/config.json')
    expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('method')
  })

  test('error: turns a problem document into its code, detail and Retry-After', async () => {
    const body = { type: 'about:blank', title: 'Slow down', status: 429, code: 'api.rate-limited' }
    answer(body, { status: 429, headers: { 'retry-after': '3' } })
    const error = await requestJson('/api/x').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiProblemError)
    expect(error).toMatchObject({
      status: 429,
      problemCode: 'api.rate-limited',
      message: 'Slow down',
      retryAfterSeconds: 3,
      isRetryable: true,
    })
  })

  test('error: an error page of a proxy still carries its status', async () => {
    answer('<html>', { status: 502 })
    await expect(requestJson('/api/x')).rejects.toMatchObject({ status: 502, problemCode: null })
  })

  test('error: no connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(requestJson('/api/x')).rejects.toBeInstanceOf(ApiUnreachableError)
  })

  test('error: no answer in time', async () => {
    vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
    })
    await expect(requestJson('/api/x', { timeoutMs: 5 })).rejects.toBeInstanceOf(ApiTimeoutError)
  })

  test('passes an abort of the caller on as it is', async () => {
    const controller = new AbortController()
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('gone', 'AbortError')))
    controller.abort()
    await expect(requestJson('/api/x', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
