// @vitest-environment node
import { Identity } from '@bullring/wallet-api/blockchain-api/identity'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKitQueryClient } from '#create-query-client.ts'
import { type ServiceReply, startTestService, type TestService } from '#testing/test-service.ts'
import { createWalletService } from './wallet-service.ts'

let testService: TestService | undefined
afterEach(() => testService?.stop())

const ALICE: ServiceReply = { body: { name: 'alice', avatar: null } }
const BUSY: ServiceReply = { status: 503, body: '' }

/** Starts a service that sends `replies` in turn, and returns a query that calls it. */
async function start(...replies: readonly ServiceReply[]) {
  let count = 0
  testService = await startTestService(() => replies[count++] ?? null)
  const { url: baseUrl, requests } = testService
  const onRefused = vi.fn()
  const service = createWalletService({ baseUrl: `${baseUrl}/`, projectId: 'p', onRefused })
  const fetchIdentity = () =>
    createKitQueryClient().fetchQuery({
      queryKey: ['test'],
      queryFn: () => service.request({ url: service.urlOf('a', { b: 'c' }), schema: Identity }),
    })
  return { fetchIdentity, requests, onRefused }
}

describe('createWalletService', () => {
  test('sends query and project id, and returns the response', async () => {
    const { fetchIdentity, requests } = await start(ALICE)
    expect(await fetchIdentity()).toEqual({ name: 'alice', avatar: null })
    expect(requests.map(({ pathname, search }) => pathname + search)).toEqual([
      '/a?projectId=p&b=c',
    ])
  })
  test('retries after 503', async () => {
    const { fetchIdentity, requests, onRefused } = await start(BUSY, BUSY, ALICE)
    expect(await fetchIdentity()).toEqual({ name: 'alice', avatar: null })
    expect(requests).toHaveLength(3)
    expect(onRefused).not.toHaveBeenCalled()
  })
  test("retries after a 403 that is not the wallet service's", async () => {
    const { fetchIdentity, requests, onRefused } = await start(
      { status: 403, body: '<title>403 Forbidden</title>' },
      ALICE,
    )
    expect(await fetchIdentity()).toEqual({ name: 'alice', avatar: null })
    expect(requests).toHaveLength(2)
    expect(onRefused).not.toHaveBeenCalled()
  })
  test.each([400, 401, 403])('error: reports %i and does not retry it', async (status) => {
    const { fetchIdentity, requests, onRefused } = await start({
      status,
      body: 'Unauthorized: invalid key',
    })
    await expect(fetchIdentity()).rejects.toThrow('Unauthorized: invalid key')
    expect(requests).toHaveLength(1)
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(ApiProblemError))
  })
})
