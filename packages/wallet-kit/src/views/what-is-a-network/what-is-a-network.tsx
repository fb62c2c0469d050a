import { useMessages } from '#react/kit-context.ts'
import { Points } from '#ui/points.tsx'
import { TextLink } from '#ui/text-button.tsx'

const NETWORK_HELP_MESSAGES = {
  systemTitle: 'A ledger many keep together',
  systemText:
    'Computers that do not know each other agree on who owns what. Nobody can change it alone.',
  choiceTitle: 'There are many of them',
  choiceText:
    'Each has its own coin, fees and apps. What you own on one is not on another by itself.',
  more: 'Learn more',
} as const

const MORE_URL = 'https://ethereum.org/en/developers/docs/networks/'

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
