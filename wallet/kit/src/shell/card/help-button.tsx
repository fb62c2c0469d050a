import { useKit, useMessages } from '#react/kit-context.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { SHELL_MESSAGES } from '../shell-messages.ts'

/** Opens the view that explains what a wallet is. */
export function HelpButton() {
  const { router, events } = useKit()
  const messages = useMessages('shell', SHELL_MESSAGES)
  return (
    <IconButton
      icon="help"
      name={messages.help}
      onClick={() => {
        events.emit({ event: 'CLICK_WALLET_HELP' })
        router.push('WhatIsAWallet')
      }}
    />
  )
}
