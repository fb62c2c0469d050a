import { toEpoch, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Round } from '#api/round/round.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { PracticeDialog } from './practice-dialog.tsx'
import { PracticeStrip } from './practice-strip.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Shows the strip and the window of practice while round 12 is open. Its result comes from `round`. */
function practise(round: Round, { isOpen = true } = {}) {
  const api: GameApi = { ...createGameApi(), round: vi.fn(() => Promise.resolve(round)) }
  const onReal = vi.fn()
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <AppConfigContext value={testAppConfig()}>
        <GameApiContext value={api}>
          <ToastContext value={createToastStore()}>
            <PracticeStrip onOpen={() => undefined} />
            <PracticeDialog
              round={testRound(12n)}
              isOpen={isOpen}
              onReal={onReal}
              onClose={() => undefined}
            />
          </ToastContext>
        </GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>
  )
  render(page)
  return { api, onReal }
}

const settled = (winner: 'bull' | 'bear') =>
  testRound(12n, { state: { kind: 'settled', winner }, pool: POOL })
const POOL = { bullAmount: toWei(10n ** 18n), bearAmount: toWei(10n ** 18n) }

const betUp = () => userEvent.click(screen.getByRole('button', { name: /^UP/ }))

test('a win pays by the odds of the real round, and is marked as practice', async () => {
  const { api } = practise(settled('bull'))
  expect(screen.getByText('1,000 points')).toBeDefined()
  await betUp()
  await waitFor(() => expect(screen.getByText('1,094 points')).toBeDefined())
  expect(api.round).toHaveBeenCalledWith(toEpoch(12n), expect.anything())
  expect(screen.getAllByText('Round #12: won 94 points')).toHaveLength(2)
  expect(screen.getByRole('button', { name: /^Practice/ })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Practice round' })).toBeDefined()
})

test('a loss takes the stake', async () => {
  practise(settled('bear'))
  await betUp()
  await waitFor(() => expect(screen.getByText('900 points')).toBeDefined())
  await waitFor(() => expect(screen.getAllByText('Round #12: lost 100 points')).toHaveLength(2))
})

test('a bet waits for the result of its round, which takes one bet', async () => {
  practise(testRound(12n, { state: { kind: 'locked' } }))
  await betUp()
  expect(await screen.findAllByText(/UP, 100 points, round #12: waiting/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^UP/ })).toBeNull()
})

test('a locked round takes no bet', () => {
  practise(settled('bull'), { isOpen: false })
  expect(screen.getByText(/Bets on this round are closed/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^UP/ })).toBeNull()
})

test('without points, practice starts again', async () => {
  localStorage.setItem('bullring.practice', JSON.stringify({ points: 3, bets: [] }))
  practise(settled('bull'))
  await userEvent.click(screen.getByRole('button', { name: 'Start again with 1,000 points' }))
  expect(screen.getByText('1,000 points')).toBeDefined()
})

test('leads to the login', async () => {
  const { onReal } = practise(settled('bull'))
  await userEvent.click(screen.getByRole('button', { name: 'Play for real' }))
  expect(onReal).toHaveBeenCalledOnce()
})
