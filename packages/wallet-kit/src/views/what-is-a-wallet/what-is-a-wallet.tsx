import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { Points } from '#ui/points.tsx'

const WALLET_HELP_MESSAGES = {
  keysTitle: 'It holds your keys',
  keysText: 'Only your wallet can move what is yours. Keep its recovery words to yourself.',
  assetsTitle: 'It shows what you own',
  assetsText: 'Coins, tokens and what you did with them, on every network you use.',
  loginTitle: 'It signs you in',
  loginText: 'Apps ask your wallet instead of a password. Nothing happens without your approval.',
  get: 'Get a wallet',
} as const

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
