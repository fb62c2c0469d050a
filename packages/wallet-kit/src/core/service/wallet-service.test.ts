// @vitest-environment node
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKitQueryClient } from '#create-query-client.ts'
import { type ServiceAnswer, startTestService, type TestService } from '#testing/test-service.ts'
import { createWalletService } from './wallet-service.ts'

let testService: TestService | undefined
afterEach(() => testService?.stop())

const ALICE: ServiceAnswer = { body: { name: 'alice', avatar: null } }
const BUSY: ServiceAnswer = { status: 503, body: '' }

/** A service that responds with each of `replies` in turn, and a query of it. */
async function start(...replies: readonly ServiceAnswer[]) {
  let count = 0
  testService = await startTestService(() => replies[count++] ?? null)
  const { url: baseUrl, asked } = testService
  const onRefused = vi.fn()
  const service = createWalletService({ baseUrl: `${baseUrl}/`, projectId: 'p', onRefused })
  const fetchIdentity = () =>
    createKitQueryClient().fetchQuery({
      queryKey: ['test'],
      queryFn: () => service.request({ url: service.urlOf('a', { b: 'c' }), schema: Identity }),
    })
  return { fetchIdentity, asked, onRefused }
}

describe('createWalletService', () => {
  test('sends query and project id, and returns the response', async () => {
    const { fetchIdentity, asked } = await start(ALICE)
    expect(await fetchIdentity()).toEqual({ name: 'alice', avatar: null })
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual(['/a?projectId=p&b=c'])
  })
  test('retries after 503', async () => {
    const { fetchIdentity, asked, onRefused } = await start(BUSY, BUSY, ALICE)
    expect(await fetchIdentity()).toEqual({ name: 'alice', avatar: null })
    expect(asked).toHaveLength(3)
    expect(onRefused).not.toHaveBeenCalled()
  })
  test.each([400, 401, 403])('error: reports %i and does not retry it', async (status) => {
    const { fetchIdentity, asked, onRefused } = await start({
      status,
      body: 'Unauthorized: invalid key',
    })
    await expect(fetchIdentity()).rejects.toThrow('Unauthorized: invalid key')
    expect(asked).toHaveLength(1)
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(ApiProblemError))
  })
})
