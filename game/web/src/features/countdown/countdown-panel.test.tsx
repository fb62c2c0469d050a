import { toEpoch } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { loadCatalogue } from '#i18n/catalogue.ts'
import { LanguageContext } from '#i18n/language.ts'
import { Countdown } from './countdown-panel.tsx'

afterEach(cleanup)

const epoch = toEpoch(12n)
const timer = () => screen.getByRole('timer', { name: 'Countdown' }).textContent

test('shows minutes and seconds to the lock', () => {
  const state = { kind: 'open', secondsLeft: 192, totalSeconds: 300 } as const
  render(<Countdown state={state} epoch={epoch} />)
  expect(timer()).toBe('03m 12s')
  expect(screen.getByRole('heading', { name: 'Round #12 is open' })).toBeDefined()
})

test('shows 00m 00s at zero and Waiting after the close', () => {
  const { rerender } = render(<Countdown state={{ kind: 'zero' }} epoch={epoch} />)
  expect(timer()).toBe('00m 00s')
  rerender(<Countdown state={{ kind: 'waiting' }} epoch={epoch} />)
  expect(timer()).toBe('Waiting')
})

test('says in the language of the page that it waits', async () => {
  await loadCatalogue('zh-CN')
  const show = () => Promise.resolve()
  render(
    <LanguageContext value={{ language: 'zh-CN', show }}>
      <Countdown state={{ kind: 'waiting' }} epoch={epoch} />
    </LanguageContext>,
  )
  expect(screen.getByRole('timer', { name: '倒计时' }).textContent).toBe('等待中')
})

test('shows no time while it is unknown', () => {
  render(<Countdown state={{ kind: 'unknown' }} epoch={null} />)
  expect(timer()).toBe('')
})

test('says in how many seconds the price of the newest lock comes', () => {
  const state = { kind: 'open', secondsLeft: 293, totalSeconds: 300 } as const
  const { rerender } = render(<Countdown state={state} epoch={epoch} priceIn={7} />)
  expect(screen.getByText('Price in 7 s.')).toBeDefined()
  rerender(<Countdown state={state} epoch={epoch} priceIn={null} />)
  expect(screen.queryByText(/Price in/)).toBeNull()
})
