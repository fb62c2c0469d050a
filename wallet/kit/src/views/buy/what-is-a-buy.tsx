import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { Points } from '#ui/list/points.tsx'
import { BUY_HELP_MESSAGES } from './buy-help-messages.ts'

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
