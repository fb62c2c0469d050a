import { Points } from '#ui/points.tsx'
import { TextLink } from '#ui/text-button.tsx'
import { useWords } from '../../kit-context.ts'

const NETWORK_HELP_WORDS = {
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
  const words = useWords('whatIsANetwork', NETWORK_HELP_WORDS)
  return (
    <Points
      points={[
        { icon: 'globe', title: words.systemTitle, text: words.systemText },
        { icon: 'grid', title: words.choiceTitle, text: words.choiceText },
      ]}
    >
      <TextLink href={MORE_URL}>{words.more}</TextLink>
    </Points>
  )
}
