import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { HistoryButton } from './history-button.tsx'

afterEach(cleanup)

describe('HistoryButton', () => {
  test('counts what can be collected', () => {
    render(<HistoryButton unclaimed={17} hasOlder={false} onOpen={() => undefined} />)
    expect(screen.getByRole('button').textContent).toBe('History17 to collect')
  })

  test('marks a count that leaves out older bets', () => {
    render(<HistoryButton unclaimed={17} hasOlder={true} onOpen={() => undefined} />)
    expect(screen.getByRole('button').textContent).toBe('History17+ to collect')
  })
})
