import type { Address } from 'viem'
import type { PageStorage } from '#browser/open-storage.ts'

/** The query parameter (R-REFERRAL-1) and the keys in the session storage. */
const PARAMETER = 'refer_code'
const CODE_KEY = 'bullring.refer_code'
const DONE_KEY = 'bullring.refer_done'
/** The account whose recorded referral lacks a proof. */
const UNPROVEN_KEY = 'bullring.refer_unproven'

/** One character more than the longest code, so that the server refuses a longer one. */
const STORED_LENGTH = 41

/** The referral of this browser session. */
export type ReferSession = {
  /** Returns the code that has not been posted yet; null without one. */
  pendingCode: () => string | null
  /** Returns the code that was posted for `account` without a proof; null without one. */
  unprovenCode: (account: Address) => string | null
  /** Marks the referral as recorded, so that this session posts it again only with a proof. */
  record: (account: Address, isProven: boolean) => void
  /** Marks the referral as refused, so that this session posts no more. */
  refuse: () => void
}

/**
 * Stores the code in the URL for the session, because the visitor may connect a wallet much later, and on another page.
 * The newest code of a session counts until one is posted.
 *
 * @param search - Query of the URL: "?refer_code=...".
 */
export function storeReferCode(search: string, storage: PageStorage): void {
  const code = new URLSearchParams(search).get(PARAMETER) ?? ''
  const isPosted = storage.getItem(DONE_KEY) !== null
  if (code !== '' && !isPosted) storage.setItem(CODE_KEY, code.slice(0, STORED_LENGTH))
}

/** Opens the referral of the session, whose code {@link storeReferCode} stored. */
export function openReferSession(storage: PageStorage): ReferSession {
  const isPosted = () => storage.getItem(DONE_KEY) !== null
  return {
    pendingCode: () => (isPosted() ? null : storage.getItem(CODE_KEY)),
    unprovenCode: (account) =>
      storage.getItem(UNPROVEN_KEY) === account ? storage.getItem(CODE_KEY) : null,
    record: (account, isProven) => {
      storage.setItem(DONE_KEY, 'true')
      if (isProven) storage.removeItem(UNPROVEN_KEY)
      else storage.setItem(UNPROVEN_KEY, account)
    },
    refuse: () => storage.setItem(DONE_KEY, 'true'),
  }
}
