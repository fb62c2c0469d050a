import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { Points } from '#ui/points.tsx'

export const BUY_HELP_MESSAGES = {
  providerTitle: 'A provider sells you coins',
  providerText:
    'You pay on its page, by card or bank transfer. This app sees neither your card nor your name.',
  walletTitle: 'They go to your wallet',
  walletText: 'The provider sends them to your address. From then on only you control them.',
  costTitle: 'The provider sets the price',
  costText: 'Fees and limits differ, and its page shows the final amount before you pay.',
  gotIt: 'Got it',
} as const

/** Explains how buying coins works. */
export function WhatIsABuy() {
  const { modal } = useKit()
  const messages = useMessages('whatIsABuy', BUY_HELP_MESSAGES)
  return (
    <Points
      points={[
        { icon: 'card', title: messages.providerTitle, text: messages.providerText },
        { icon: 'wallet', title: messages.walletTitle, text: messages.walletText },
        { icon: 'coins', title: messages.costTitle, text: messages.costText },
      ]}
    >
      <Button onClick={modal.goBack}>{messages.gotIt}</Button>
    </Points>
  )
}
