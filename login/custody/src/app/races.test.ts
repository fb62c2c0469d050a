import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { holdLock } from '../testing/hold-lock.ts'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import {
  createUserWithWallet,
  logInElsewhere,
  newShare,
  readMails,
  revokeDevice,
  signAssertion,
} from '../testing/test-user.ts'

const ADDED = 'A device was added to your wallet'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

test('a login in flight does not outlive the revocation of its device', async () => {
  const user = await createUserWithWallet(custody)
  const lost = await logInElsewhere(custody, user.email)
  const row = sql`select 1 from user_devices where device_id = ${lost.device.id} for update`
  const held = await holdLock(custody, row)
  const assertion = await signAssertion(custody, lost)
  const login = lost.device.post('/core/session/open', { assertion })
  await held.untilWaiting(1)
  const revoking = revokeDevice(custody, user, lost.device.id)
  await held.untilWaiting(2)
  await held.release()
  const [{ status, body }] = await Promise.all([login, revoking])
  // The revocation may also come before the response is read, which is then a refusal.
  if (status === 401) return
  const token = z.object({ token: z.string() }).parse(body).token
  expect((await lost.device.post('/core/session/get', {}, { token })).status).toBe(401)
})

test('a share that is being stored does not outlive the revocation of its device', async () => {
  const user = await createUserWithWallet(custody)
  const lost = await logInElsewhere(custody, user.email)
  const { walletId } = user.wallet
  await lost.post('/core/wallet/recovery-auth')
  // The notice is written after the response, and its row would wait for the owner's row too.
  const mails = () => readMails(custody, user.email)
  await expect.poll(mails).toContainEqual(expect.objectContaining({ subject: ADDED }))
  const held = await holdLock(custody, sql`select 1 from wallets where id = ${walletId} for update`)
  const storing = lost.post('/core/wallet/device-share', { walletId, share: newShare() })
  await held.untilWaiting(1)
  const revoking = revokeDevice(custody, user, lost.device.id)
  await held.untilWaiting(2)
  await held.release()
  await Promise.all([storing, revoking])
  const { rows } =
    await sql`select device_id from auth_shares where wallet_id = ${walletId}`.execute(
      custody.database.db,
    )
  expect(rows).toEqual([{ device_id: user.device.id }])
})

test('a login in flight with an address that another user gets opens nothing', async () => {
  const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
  const assertion = await signAssertion(custody, user)
  const held = await holdLock(
    custody,
    sql`select 1 from users where id = ${user.userId} for update`,
  )
  const login = user.device.post('/core/session/open', { assertion })
  await held.untilWaiting(1)
  await sql`update identities set user_id = ${other.userId} where subject = ${user.email}`.execute(
    custody.database.db,
  )
  await held.release()
  expect(await login).toMatchObject({ status: 401, body: { code: 'session.invalid-assertion' } })
  // Nor does the session that it had.
  expect((await user.post('/core/session/get')).status).toBe(401)
})
