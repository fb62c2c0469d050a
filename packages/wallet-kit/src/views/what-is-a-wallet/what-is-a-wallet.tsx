import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { Points } from '#ui/points.tsx'

export const WALLET_HELP_MESSAGES = {
  keysTitle: 'It holds your keys',
  keysText: 'Only your wallet can move your assets. Never share its recovery phrase.',
  assetsTitle: 'It shows what you own',
  assetsText: 'Your coins, tokens and activity on every network you use.',
  loginTitle: 'It signs you in',
  loginText:
    'Apps ask your wallet instead of asking for a password. Nothing happens without your approval.',
  get: 'Get a wallet',
} as const

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
