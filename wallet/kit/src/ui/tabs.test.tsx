import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const TABS = [
  { id: 'tokens', label: 'Tokens', icon: 'coins' },
  { id: 'nfts', label: 'NFTs', icon: 'picture' },
  { id: 'activity', label: 'Activity', icon: 'clock' },
] as const

function Page() {
  const [current, setCurrent] = useState<(typeof TABS)[number]['id']>('tokens')
  return (
    <Tabs label="Account" tabs={TABS} current={current} panelId="panel" onChange={setCurrent} />
  )
}

test('arrows, Home and End move between tabs; only the current tab is a tab stop', async () => {
  render(<Page />)
  await userEvent.tab()
  const focused = () => document.activeElement?.textContent
  for (const [key, label] of [
    ['ArrowLeft', 'Activity'],
    ['ArrowRight', 'Tokens'],
    ['End', 'Activity'],
    ['Home', 'Tokens'],
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(focused()).toBe(label)
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(label)
  }
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})
