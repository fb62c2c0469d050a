import { expect, test, vi } from 'vitest'
import { loadDirectBet } from './load-page.ts'

const catalogue = Promise.withResolvers<void>()

vi.mock('#i18n/catalogue.ts', () => ({ loadSharedCatalogue: () => catalogue.promise }))
vi.mock('./direct-bet/direct-bet-page.tsx', () => {
  throw new Error('offline')
})

test('reports a page that fails to load only after its language has loaded', async () => {
  const isSettled = vi.fn()
  const page = loadDirectBet()
  page.then(isSettled, isSettled)
  await vi.waitFor(() => expect(import('./direct-bet/direct-bet-page.tsx')).rejects.toThrow())
  expect(isSettled).not.toHaveBeenCalled()
  catalogue.resolve()
  await expect(page).rejects.toThrow()
})
