import type { PageStorage } from '#browser/open-storage.ts'

/** Name of the query parameter, spec, section 1, and of the session's note of it. */
const PARAMETER = 'refer_code'
const CODE_KEY = 'bullring.refer_code'
const DONE_KEY = 'bullring.refer_done'

/** As the server takes them: 4 to 32 letters, digits, hyphens or underscores. */
const CODE = /^[A-Za-z0-9_-]{4,32}$/

/** What this session knows of an invitation. */
export type ReferSession = {
  /** The code that is still to be posted; null for none. */
  pendingCode: () => string | null
  /** Noted or refused: this session posts nothing any more. */
  finish: () => void
}

/**
 * Reads the code of the address and keeps it for the session, because a wallet may be connected long
 * after the visitor came. The newest code of a session counts until one is posted.
 *
 * @param search - Query of the address: "?refer_code=...".
 */
export function openReferSession(search: string, storage: PageStorage): ReferSession {
  const code = new URLSearchParams(search).get(PARAMETER)
  if (code !== null && CODE.test(code)) storage.setItem(CODE_KEY, code)
  return {
    pendingCode: () => (storage.getItem(DONE_KEY) === null ? storage.getItem(CODE_KEY) : null),
    finish: () => storage.setItem(DONE_KEY, 'true'),
  }
}
