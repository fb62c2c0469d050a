import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { Points } from '#ui/list/points.tsx'
import { WALLET_HELP_MESSAGES } from './wallet-help-messages.ts'

/** Explains what a wallet is and links to wallets to install. */
export function WhatIsAWallet() {
  const { router, events } = useKit()
  const messages = useMessages('whatIsAWallet', WALLET_HELP_MESSAGES)
  return (
    <Points
      points={[
        { icon: 'badge', title: messages.keysTitle, text: messages.keysText },
        { icon: 'wallet', title: messages.assetsTitle, text: messages.assetsText },
        { icon: 'check', title: messages.loginTitle, text: messages.loginText },
      ]}
    >
      <Button
        onClick={() => {
          events.emit({ event: 'CLICK_GET_WALLET' })
          router.push('GetWallet')
        }}
      >
        {messages.get}
      </Button>
    </Points>
  )
}
