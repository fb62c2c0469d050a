import { createHash } from 'node:crypto'
import { LOCAL_CLIENT } from './local-client.ts'

/** An account of the local provider. */
export type TestAccount = { name: string; email: string }

/** Returns the id of an account: a number of 15 digits, the same each time for one address and provider. */
export function accountId(provider: string, { email }: TestAccount): number {
  const digest = createHash('sha256').update(`${provider}|${email.toLowerCase()}`).digest()
  return digest.readUIntBE(0, 6)
}

/** Returns what a provider's API responds at `path`, in the form of the real one; undefined for other paths. */
export function userDocument(provider: string, path: string, account: TestAccount): unknown {
  const { name, email } = account
  const id = accountId(provider, account)
  const documents: Readonly<Record<string, unknown>> = {
    'github /user': { id, login: name.toLowerCase().replaceAll(/\W+/g, '-'), name },
    'github /user/emails': [{ email, primary: true, verified: true }],
    'facebook /v23.0/me': { id: String(id), name, email },
    'x /2/users/me': { data: { id: String(id), name, username: name.replaceAll(/\W+/g, '') } },
    'discord /api/v10/oauth2/@me': {
      application: { id: LOCAL_CLIENT.clientId },
      user: { id: String(id), username: name.toLowerCase() },
    },
    'discord /api/users/@me': {
      id: String(id),
      username: name.toLowerCase(),
      global_name: name,
      email,
      verified: true,
    },
  }
  return documents[`${provider} ${path}`]
}
