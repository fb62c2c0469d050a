import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#settings/device-settings.ts'
import { LimitSettings } from './limit-settings.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => cleanup())

const button = (name: string) => screen.getByRole('button', { name })

test('the buttons of the daily limit name it', async () => {
  render(<LimitSettings />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Daily limit' }), '0.5')
  await userEvent.click(button('Set Daily limit'))
  await userEvent.click(button('Remove Daily limit'))
  expect(screen.getByText(/From tomorrow: no limit/)).toBeDefined()
})

test('the focus follows the steps to a break', async () => {
  render(<LimitSettings />)
  const group = screen.getByRole('group', { name: 'Take a break' })
  await userEvent.click(within(group).getByRole('button', { name: '1 hour' }))
  expect(document.activeElement?.textContent).toMatch(/^No bets until/)
  await userEvent.click(button('Cancel'))
  expect(document.activeElement).toBe(group)
  expect(readSettings().limits.breakUntilMs).toBe(0)

  await userEvent.click(button('1 day'))
  await userEvent.click(button('Start the break'))
  expect(document.activeElement).toBe(group)
  expect(readSettings().limits.breakUntilMs).toBeGreaterThan(Date.now())
})
