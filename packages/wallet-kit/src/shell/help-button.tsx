import { IconButton } from '#ui/icon-button.tsx'
import { useKit, useWords } from '../kit-context.ts'
import { SHELL_WORDS } from './shell-words.ts'

/** Leads from the ways to connect to what a wallet is. */
export function HelpButton() {
  const { router, events } = useKit()
  const words = useWords('shell', SHELL_WORDS)
  return (
    <IconButton
      icon="help"
      name={words.help}
      onClick={() => {
        events.emit({ event: 'CLICK_WALLET_HELP' })
        router.push('WhatIsAWallet')
      }}
    />
  )
}
