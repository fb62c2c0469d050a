import type { PageStorage } from '#browser/open-storage.ts'

/** The query parameter (R-REFERRAL-1) and the keys in the session storage. */
const PARAMETER = 'refer_code'
const CODE_KEY = 'bullring.refer_code'
const DONE_KEY = 'bullring.refer_done'

/** The format that the server accepts: 4 to 32 letters, digits, hyphens or underscores. */
const CODE = /^[A-Za-z0-9_-]{4,32}$/

/** The referral of this browser session. */
export type ReferSession = {
  /** Returns the code that has not been posted yet; null without one. */
  pendingCode: () => string | null
  /** Marks the referral as recorded or refused, so that this session posts no more. */
  finish: () => void
}

/**
 * Stores the code in the URL for the session, because the visitor may connect a wallet much later. The
 * newest code of a session counts until one is posted.
 *
 * @param search - Query of the URL: "?refer_code=...".
 */
export function openReferSession(search: string, storage: PageStorage): ReferSession {
  const code = new URLSearchParams(search).get(PARAMETER)
  if (code !== null && CODE.test(code)) storage.setItem(CODE_KEY, code)
  return {
    pendingCode: () => (storage.getItem(DONE_KEY) === null ? storage.getItem(CODE_KEY) : null),
    finish: () => storage.setItem(DONE_KEY, 'true'),
  }
}
