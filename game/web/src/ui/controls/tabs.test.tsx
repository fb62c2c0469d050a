import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { TabPanel, Tabs, useTabIds } from './tabs.tsx'

const TABS = [
  { name: 'first', label: 'First' },
  { name: 'second', label: 'Second' },
  { name: 'third', label: 'Third' },
] as const

function Page() {
  const ids = useTabIds()
  const [active, setActive] = useState<'first' | 'second' | 'third'>('first')
  return (
    <>
      <Tabs label="Pages" tabs={TABS} active={active} onActive={setActive} ids={ids} />
      <TabPanel ids={ids} active={active}>
        {active}
      </TabPanel>
    </>
  )
}

afterEach(cleanup)

describe('Tabs', () => {
  test('a click shows the panel named by the tab', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('tab', { name: 'Second' }))
    expect(screen.getByRole('tabpanel', { name: 'Second' }).textContent).toBe('second')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Second')
  })

  test('arrows, Home and End move between tabs; only the active tab is a tab stop', async () => {
    render(<Page />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('First')
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('Third')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Second')
    await userEvent.keyboard('{End}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Third')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement?.textContent).toBe('First')
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })
})
