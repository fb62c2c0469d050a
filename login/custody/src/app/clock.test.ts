import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { createDevice, logIn, newEmail } from '../testing/test-user.ts'

const HOUR_S = 3_600

let custody: TestCustody

beforeAll(async () => {
  const realNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() - HOUR_S * 1_000)
  custody = await startTestCustody(inject('postgresUrl'), { clock: 'database' })
  // Devices have the right time.
  custody.advance(HOUR_S)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await custody.stop()
})

describe('a process whose clock is an hour behind', () => {
  test('opens sessions, which end by the time of the database', async () => {
    const user = await logIn(custody, newEmail(), await createDevice(custody))
    expect((await user.post('/core/session/get')).status).toBe(200)
    const { db } = custody.database
    const session = await db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .executeTakeFirstOrThrow()
    const aheadS = session.created_at - Math.floor(Date.now() / 1_000)
    expect(aheadS).toBeGreaterThan(HOUR_S / 2)
    expect(session.expires_at - session.created_at).toBe(7 * 86_400)
  })

  test('refuses what a device signs by the clock of that process', async () => {
    const device = await createDevice(custody)
    custody.advance(-HOUR_S)
    const { status, body } = await device.post('/core/session/get', {})
    custody.advance(HOUR_S)
    expect([status, body['code']]).toEqual([401, 'device.stale-request'])
  })
})
