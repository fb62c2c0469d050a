import { useMessages } from '#react/kit-context.ts'
import { Points } from '#ui/points.tsx'
import { TextLink } from '#ui/text-button.tsx'

export const NETWORK_HELP_MESSAGES = {
  systemTitle: 'A shared ledger',
  systemText: 'Independent computers agree on who owns what. None of them can change it alone.',
  choiceTitle: 'There are many networks',
  choiceText:
    'Each has its own coin, fees and apps. What you own on one is not available on the others.',
  more: 'Learn more',
} as const

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
