import { useMessages } from '#react/kit-context.ts'
import { TextLink } from '#ui/button/text-button.tsx'
import { Points } from '#ui/list/points.tsx'
import { NETWORK_HELP_MESSAGES } from './network-help-messages.ts'

const MORE_URL = 'https://ethereum.org/en/developers/docs/networks/'

/** Explains what a network is. */
export function WhatIsANetwork() {
  const messages = useMessages('whatIsANetwork', NETWORK_HELP_MESSAGES)
  return (
    <Points
      points={[
        { icon: 'globe', title: messages.systemTitle, text: messages.systemText },
        { icon: 'grid', title: messages.choiceTitle, text: messages.choiceText },
      ]}
    >
      <TextLink href={MORE_URL}>{messages.more}</TextLink>
    </Points>
  )
}
