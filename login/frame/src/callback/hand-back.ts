import { readCallback } from '#login/callback-url.ts'
import type { PendingLogin } from '#login/pending-logins.ts'

export type HandBackOptions = {
  page: Pick<Window, 'location'>
  /** Finds the login that this browser has started. */
  findLogin: (state: string) => Promise<PendingLogin | undefined>
  /** Resolves once the frame that started the login has the URL. */
  offer: (uri: string) => Promise<void>
}

/**
 * Hands the result of a login to the frame that started it in this browser: another page would get a login that it
 * could finish on another device. Apps without a popup are called at their own address.
 */
export async function handBack({ page, findLogin, offer }: HandBackOptions): Promise<void> {
  const { uri, state, returnTo } = readCallback(page.location.href)
  if (returnTo === null) return await offer(uri)
  const returnUrl = URL.parse(returnTo)
  const login = await findLogin(state)
  // Any page can choose this URL: only the app that started the login in this browser gets the result.
  if (login === undefined || returnUrl?.origin !== login.origin) {
    throw new TypeError('The login was not started here, or by another site.')
  }
  returnUrl.searchParams.set('result_uri', uri)
  page.location.replace(returnUrl)
}
