import { ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => vi.restoreAllMocks())

test('logs a failed request, without the text of a stranger', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = createQueryClient()
  const fetch = (queryKey: string[], error: Error) =>
    client
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false })
      .catch(() => undefined)
  await fetch(['trades', '0xaa'], new ApiUnreachableError('http://game/api/x?account=0xaa'))
  await fetch(['verify'], new TypeError('no node at https://node/key'))
  const [[first], [second]] = log.mock.calls as [[string], [string]]
  expect(first).toMatch(/^trades not loaded: .*\/api\/x/)
  expect(first).not.toContain('0xaa')
  expect(second).toBe('verify not loaded: TypeError')
})
