import { useClosedEpoch } from '@bullring/approval/views/use-closed-epoch'
import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ENGLISH } from '#i18n/frame-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import { RequestPage } from './request-page.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Epoch({ round }: { round: Parameters<typeof useClosedEpoch>[0] }) {
  const closed = useClosedEpoch(round)
  return <p>{closed === null ? 'open' : `round ${closed} closed`}</p>
}

test('an open approval notices that the round of its bet has closed, and asks no more', async () => {
  vi.useFakeTimers()
  const hasClosed = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(false)
    .mockRejectedValueOnce(new Error('unreachable'))
    .mockResolvedValue(true)
  render(<Epoch round={{ epoch: 40n, hasClosed }} />)
  await act(() => vi.advanceTimersByTimeAsync(1_600))
  expect(screen.getByText('open')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(1_600))
  expect(screen.getByText('round 40 closed')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(hasClosed).toHaveBeenCalledTimes(3)
})

/** Returns the page of a bet whose round has closed. */
function show(isWorking: boolean): string {
  const request = {
    origin: 'https://app.example',
    account: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    network: { chainId: 56, name: 'BNB Smart Chain', coin: { symbol: 'BNB', decimals: 18 } },
    subject: { kind: 'message', text: '', raw: '', signInDomain: null } as const,
    isSessionTemporary: true,
  }
  const shown = { id: 1, request, isWorking, approve: () => {}, reject: () => {} }
  return renderToStaticMarkup(
    <MessagesProvider messages={ENGLISH}>
      <RequestPage
        shown={shown}
        title="This site wants to send a transaction"
        action="approve"
        asked="Bet 0.05 BNB on UP"
        over="Round 40 has closed. Nothing was sent."
      >
        Network fee
      </RequestPage>
    </MessagesProvider>,
  )
}

test('a bet that came too late can only be closed', () => {
  const page = show(false)
  expect(page).toContain('Round 40 has closed. Nothing was sent.')
  expect(page).toContain('Close')
  for (const gone of ['Approve', 'Cancel', 'Bet 0.05', 'wants to send', 'Network fee']) {
    expect(page).not.toContain(gone)
  }
})

test('a bet that is being sent stays as it is', () => {
  const page = show(true)
  expect(page).toContain('Bet 0.05 BNB on UP')
  expect(page).not.toContain('Nothing was sent')
})
