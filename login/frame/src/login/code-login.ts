import { needsOtherPasskey } from '#frame-errors.ts'

/** Exchanges a mailed code for a login, and uses that. */
export type CodeLogin<login> = (
  code: string,
  verify: (code: string) => Promise<login>,
  use: (login: login) => Promise<void>,
) => Promise<void>

type Verified<login> = { code: string; login: login; running?: Promise<void> }

/**
 * Creates a {@link CodeLogin}. The vault takes a code once, and apps stop waiting before the browser's prompt for a passkey
 * ends: the same code joins a use that still runs, and uses the same login again unless that was refused.
 */
export function createCodeLogin<login>(): CodeLogin<login> {
  let last: Verified<login> | undefined
  return async (code, verify, use) => {
    const current = last?.code === code ? last : { code, login: await verify(code) }
    last = current
    current.running ??= use(current.login).finally(() => delete current.running)
    try {
      await current.running
    } catch (error) {
      if (last === current && !needsOtherPasskey(error)) last = undefined
      throw error
    }
  }
}
