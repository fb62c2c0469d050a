// @vitest-environment node
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { afterEach, describe, expect, test } from 'vitest'
import { type ServiceAnswer, startTestService, type TestService } from '#testing/test-service.ts'
import { askService, ServiceRefusedError, ServiceUnavailableError } from './ask-service.ts'

const services: TestService[] = []
afterEach(() => {
  for (const service of services.splice(0)) service.stop()
})

/** Answers with each of `answers` in turn, then with the last for ever. */
async function service(...answers: readonly ServiceAnswer[]): Promise<TestService> {
  let count = 0
  const started = await startTestService(
    () => answers[Math.min(count++, answers.length - 1)] ?? null,
  )
  services.push(started)
  return started
}

const ALICE: ServiceAnswer = { body: { name: 'alice', avatar: null } }
const BUSY: ServiceAnswer = { status: 503, body: '' }

describe('askService', () => {
  test('asks again after a failure that may pass', async () => {
    const { url, asked } = await service(BUSY, BUSY, ALICE)
    expect(await askService({ url, schema: Identity })).toEqual({ name: 'alice', avatar: null })
    expect(asked).toHaveLength(3)
  })
  test('error: gives up after the third answer', async () => {
    const { url, asked } = await service(BUSY)
    await expect(askService({ url, schema: Identity })).rejects.toThrow(ServiceUnavailableError)
    expect(asked).toHaveLength(3)
  })
  test('error: asks once what must not happen twice', async () => {
    const { url, asked } = await service(BUSY)
    const call = { url, schema: Identity, body: {}, retryCount: 0 }
    await expect(askService(call)).rejects.toThrow(ServiceUnavailableError)
    expect(asked).toHaveLength(1)
  })
  test('waits as long as the service asks for', async () => {
    const { url } = await service({ status: 429, headers: { 'retry-after': '1' }, body: '' }, ALICE)
    const start = performance.now()
    await askService({ url, schema: Identity })
    expect(performance.now() - start).toBeGreaterThan(950)
  })
  test('error: does not ask again when it is refused, and passes the reason on', async () => {
    const { url, asked } = await service({
      status: 403,
      body: { detail: 'Unauthorized: origin not allowed' },
    })
    const asking = askService({ url, schema: Identity })
    await expect(asking).rejects.toThrow(ServiceRefusedError)
    await expect(asking).rejects.toThrow('Unauthorized: origin not allowed')
    expect(asked).toHaveLength(1)
  })
  test('error: an answer of another shape is no answer', async () => {
    const { url, asked } = await service({ body: { name: 1 } })
    await expect(askService({ url, schema: Identity })).rejects.toThrow(ServiceUnavailableError)
    expect(asked).toHaveLength(1)
  })
  test('error: stops waiting', async () => {
    const { url } = await service(null)
    const call = { url, schema: Identity, timeoutMs: 50, retryCount: 1 }
    await expect(askService(call)).rejects.toThrow(ServiceUnavailableError)
  })
  test('error: ends at once when it is no longer wanted', async () => {
    const { url, asked } = await service(null)
    const controller = new AbortController()
    const asking = askService({ url, schema: Identity, signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(asking).rejects.toThrow('gone')
    expect(asked.length).toBeLessThanOrEqual(1)
  })
})
