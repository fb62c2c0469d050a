import { sentenceOf } from '#ui/sentence-of.ts'
import type { Phone } from '#wallet/phone.ts'
import { holdWallet } from './hold-wallet.ts'
import { openPhone } from './open-phone.ts'

/** What the page shows: the wallet, or why it is not here. */
export type Page =
  | { state: 'opening' }
  | { state: 'elsewhere' }
  | { state: 'failed'; problem: string }
  | { state: 'open'; phone: Phone; link: string | null }

type Start = { link: string | null; isForced: boolean }

/** @returns A function that closes the wallet. */
export function openPage({ link, isForced }: Start, show: (page: Page) => void): () => void {
  let isOver = false
  let phone: Phone | undefined
  const close = () => {
    isOver = true
    phone?.close()
  }
  const onLost = () => {
    // A later attempt of this page has taken it.
    if (isOver) return
    close()
    show({ state: 'elsewhere' })
  }
  const open = async () => {
    if (!(await holdWallet({ isTakenOver: isForced || link !== null, onLost }))) {
      return show({ state: 'elsewhere' })
    }
    phone = await openPhone()
    if (isOver) return phone.close()
    // A reload must not use the link again.
    if (link !== null) history.replaceState(null, '', '/')
    show({ state: 'open', phone, link })
  }
  open().catch((error: unknown) => {
    if (!isOver) show({ state: 'failed', problem: sentenceOf(error) })
  })
  return close
}
