import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Address } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { InvitePanel } from './invite-panel.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function show(referCode: GameApi['referCode'], account: Address | null = ALICE) {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <GameApiContext value={{ ...createGameApi(), referCode }}>
        <InvitePanel
          account={account}
          connectButton={<button type="button">Connect Wallet</button>}
        />
      </GameApiContext>
    </QueryClientProvider>,
  )
}

const code = () => Promise.resolve({ referCode: 'friend-1', referred: 2, proven: 1 })
const link = `${window.location.origin}/?refer_code=friend-1`

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('InvitePanel', () => {
  test('shows and copies the link, with the number of invited players', async () => {
    const user = userEvent.setup()
    show(code)
    expect(await screen.findByText('2')).toBeDefined()
    expect(screen.getByText(/1 confirmed by wallet/)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Your invitation link').value).toBe(link)
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
  })

  test('shares the link where the browser can, and survives a closed share sheet', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
    show(code)
    expect(await screen.findByText(/friends joined/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Share link' }))
    expect(share).toHaveBeenCalledWith({
      url: link,
      text: expect.stringContaining('will BNB go up'),
    })
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
  })

  test('error: selects the link if copying is not allowed', async () => {
    const user = userEvent.setup()
    show(code)
    await screen.findByText('2')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect((await screen.findByRole('status')).textContent).toContain('press Ctrl+C')
    const input = screen.getByLabelText<HTMLInputElement>('Your invitation link')
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, link.length])
  })

  test('asks the visitor to connect and sends no request without a wallet', () => {
    const referCode = vi.fn(code)
    show(referCode, null)
    expect(screen.getByText(/Please connect wallet/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeDefined()
    expect(referCode).not.toHaveBeenCalled()
  })

  test('error: offers a retry', async () => {
    const referCode = vi.fn(code).mockRejectedValueOnce(new Error('down'))
    show(referCode)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByDisplayValue(link)).toBeDefined()
  })
})
