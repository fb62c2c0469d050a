import { Button } from '#ui/button.tsx'
import { Points } from '#ui/points.tsx'
import { useKit, useWords } from '../../kit-context.ts'

const WALLET_HELP_WORDS = {
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
  const words = useWords('whatIsAWallet', WALLET_HELP_WORDS)
  return (
    <Points
      points={[
        { icon: 'badge', title: words.keysTitle, text: words.keysText },
        { icon: 'wallet', title: words.assetsTitle, text: words.assetsText },
        { icon: 'check', title: words.loginTitle, text: words.loginText },
      ]}
    >
      <Button
        onClick={() => {
          events.emit({ event: 'CLICK_GET_WALLET' })
          router.push('GetWallet')
        }}
      >
        {words.get}
      </Button>
    </Points>
  )
}
