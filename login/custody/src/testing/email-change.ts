import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { PUBLIC_ORIGIN, type TestCustody } from './start-test-custody.ts'
import { type LoggedIn, readMails, signAssertion } from './test-user.ts'

type ChangingUser = Pick<LoggedIn, 'device' | 'email'> & { wallet?: { walletId: string } }

/** Signs what the vault signs once both codes were typed. */
export function signChange(
  custody: TestCustody,
  { device, email, wallet }: ChangingUser,
  newEmail: string,
  claims: Partial<LoginAssertion> = {},
): Promise<string> {
  const previous = { provider: 'email' as const, subject: email, email, name: null }
  return signAssertion(
    custody,
    { email: newEmail, device },
    { claims: { purpose: 'update-email', previous, wallet: wallet?.walletId, ...claims } },
  )
}

/** Returns path and query of the newest mailed link to a change. */
export async function readChangeLink(
  custody: TestCustody,
  to: string,
  subject: RegExp,
): Promise<string> {
  const find = async () => {
    const mail = (await readMails(custody, to)).find((each) => subject.test(each.subject))
    return mail?.links.find((each) => each.startsWith(`${PUBLIC_ORIGIN}/email-change?t=`))
  }
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return (await find())?.slice(PUBLIC_ORIGIN.length) ?? ''
}

/** Presses a button of the page behind a link. Returns the page's text. */
export async function decideChange(
  custody: TestCustody,
  link: string,
  decision: 'approve' | 'reject' | 'undo',
): Promise<string> {
  const t = new URLSearchParams(link.slice(link.indexOf('?'))).get('t') ?? ''
  const response = await fetch(`${custody.url}/email-change`, {
    method: 'POST',
    headers: { origin: PUBLIC_ORIGIN },
    body: new URLSearchParams({ t, decision }),
  })
  return response.text()
}

/** Begins a change, and presses Approve. */
export async function approveChange(
  custody: TestCustody,
  user: ChangingUser & LoggedIn,
  newEmail: string,
): Promise<void> {
  expect(await user.post('/core/email-change/start', { email: newEmail })).toMatchObject({
    status: 200,
    body: { state: 'pending' },
  })
  const link = await readChangeLink(custody, user.email, /^Change your email/)
  expect(await decideChange(custody, link, 'approve')).toContain('Change approved')
}

/**
 * Turns a user's login into one by another site: the subject is the address that it had.
 *
 * @param email - Of the account there.
 */
export async function makeSocial(
  { database }: TestCustody,
  { userId }: LoggedIn,
  email: string | null,
): Promise<void> {
  await sql`update identities set provider = 'google', email = ${email}
    where user_id = ${userId}`.execute(database.db)
  await sql`update sessions set provider = 'google' where user_id = ${userId}`.execute(database.db)
}

/** Applies a change with the vault's assertion. */
export async function applyChange(
  custody: TestCustody,
  user: ChangingUser & LoggedIn,
  newEmail: string,
) {
  const assertion = await signChange(custody, user, newEmail)
  return await user.post('/core/email-change/apply', { assertion })
}

/** Changes the address: link, both codes. */
export async function changeEmail(
  custody: TestCustody,
  user: ChangingUser & LoggedIn,
  newEmail: string,
): Promise<void> {
  await approveChange(custody, user, newEmail)
  expect((await applyChange(custody, user, newEmail)).status).toBe(200)
}
