import type { ReactNode } from 'react'
import { useKit, useMessages } from '#react/kit-context.ts'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { CONNECT_MESSAGES } from './connect-messages.ts'

/** Opens the list of all wallets. */
export function AllWalletsRow({ tag }: { tag?: ReactNode }) {
  const { router, events } = useKit()
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const open = () => {
    events.emit({ event: 'CLICK_ALL_WALLETS' })
    router.push('AllWallets')
  }
  return (
    <ListRow
      image={<RowIcon name="grid" />}
      title={messages.allWallets}
      tag={tag}
      hasArrow
      onClick={open}
    />
  )
}
