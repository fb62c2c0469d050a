import { needsOtherPasskey } from '#frame-errors.ts'

/** Exchanges a mailed code for a login, and uses that. */
export type CodeLogin<login> = (
  code: string,
  verify: (code: string) => Promise<login>,
  use: (login: login) => Promise<void>,
) => Promise<void>

/**
 * Creates a {@link CodeLogin}. The vault takes a code once: when only the passkey was missing, the same code uses the same
 * login again.
 */
export function createCodeLogin<login>(): CodeLogin<login> {
  let waiting: { code: string; login: login } | undefined
  return async (code, verify, use) => {
    const login = waiting?.code === code ? waiting.login : await verify(code)
    waiting = undefined
    try {
      await use(login)
    } catch (error) {
      if (needsOtherPasskey(error)) waiting = { code, login }
      throw error
    }
  }
}
