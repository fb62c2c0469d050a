import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Hex } from 'viem'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ChainAccess, Transfer } from '#core/chain-access.ts'
import type { WalletKitEvent } from '#core/events.ts'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService } from '#testing/test-service.ts'
import { pasteText } from '../../testing/paste-text.ts'

afterEach(cleanup)

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Opens the review of 1.5 BNB with a wallet that sends with `send`. */
async function openReview(send: (transfer: Transfer) => Promise<Hex>) {
  const emitted: WalletKitEvent[] = []
  const { kit } = await openAccountView('WalletSend', { onEvent: (event) => emitted.push(event) })
  const { chain, sendForm } = accountDepsOf(kit)
  const sending = vi.fn(send)
  chain.send = sending
  chain.isMined = vi.fn<ChainAccess['isMined']>(() => Promise.resolve(true))
  await screen.findByText('10 BNB available')
  await userEvent.type(screen.getByLabelText('Amount'), '1.5')
  await pasteText(screen.getByLabelText('Receiver'), FRIEND)
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }))
  const button = await screen.findByRole('button', { name: 'Send' })
  return { kit, chain, sendForm, sending, button, emitted }
}

const TOKEN = 'eip155:56:0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'

function balanceOf(name: string, numeric: string, address?: string) {
  const quantity = { decimals: '18', numeric }
  const contract = address === undefined ? {} : { address }
  return { name, symbol: name, chainId: 'eip155:56', price: 0, quantity, iconUrl: '', ...contract }
}

const names = (events: readonly WalletKitEvent[]) =>
  events.map(({ event }) => event).filter((event) => event.startsWith('SEND'))

describe('WalletSendPreview', () => {
  test('shows amount, full receiver address, network and largest cost', async () => {
    await openReview(() => Promise.resolve('0x01'))
    expect(screen.getByText('1.5 BNB')).toBeDefined()
    expect(screen.getByText('BNB Smart Chain')).toBeDefined()
    expect(screen.getByText(/^up to 0\.\d+ BNB$/)).toBeDefined()
    expect(document.body.textContent).toContain(FRIEND)
  })
  test('sends once, then shows the account and resets the form', async () => {
    let confirm: (hash: Hex) => void = () => undefined
    const review = await openReview(() => new Promise((resolve) => (confirm = resolve)))
    const { kit, sending, button, sendForm, emitted } = review
    await userEvent.dblClick(button)
    expect(sending).toHaveBeenCalledTimes(1)
    expect(sending.mock.calls[0]?.[0]).toMatchObject({ to: FRIEND, amount: 15n * 10n ** 17n })
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: /Confirm/ })).disabled,
    ).toBe(true)
    await act(() => Promise.resolve(confirm('0x01')))
    await waitFor(() => expect(kit.router.current().view).toBe('Account'))
    expect(kit.toasts.getState().toast?.text).toBe('Transaction started')
    expect(sendForm.getState()).toMatchObject({ asset: null, amount: '', receiver: '' })
    expect(names(emitted)).toEqual(['SEND_INITIATED', 'SEND_SUCCESS'])
  })
  test('reports a transaction that fails on the network', async () => {
    const { kit, chain, button } = await openReview(() => Promise.resolve('0x01'))
    chain.isMined = () => Promise.resolve(false)
    await userEvent.click(button)
    await waitFor(() =>
      expect(kit.toasts.getState().toast?.text).toBe('The transaction failed on the network'),
    )
  })
  test('error: stays open and can be retried', async () => {
    const { kit, sending, button, emitted } = await openReview(() => Promise.resolve('0x01'))
    sending.mockRejectedValueOnce(new Error('boom'))
    await userEvent.click(button)
    expect(await screen.findByText('Something went wrong')).toBeDefined()
    expect(names(emitted)).toEqual(['SEND_INITIATED', 'SEND_ERROR'])
    expect(JSON.stringify(emitted)).not.toContain(FRIEND)
    await userEvent.click(button)
    await waitFor(() => expect(kit.router.current().view).toBe('Account'))
  })
  test('error: sends nothing when the token has other decimals than the service says', async () => {
    const service = await startTestService((path) => ({
      body: path.endsWith('balance')
        ? { balances: [balanceOf('BNB', '10'), balanceOf('TKN', '5', TOKEN)] }
        : { http: ['eip155:56'], ws: [] },
    }))
    onTestFinished(service.stop)
    const { kit } = await openAccountView('WalletSend', { servicesUrl: service.url })
    const { chain } = accountDepsOf(kit)
    const sending = vi.fn(() => Promise.resolve<Hex>('0x01'))
    chain.send = sending
    chain.getTokenDecimals = () => Promise.resolve(6)
    await userEvent.click(await screen.findByRole('button', { name: 'Select token' }))
    await userEvent.click(await screen.findByRole('button', { name: /TKN/ }))
    await userEvent.type(await screen.findByLabelText('Amount'), '1.5')
    await pasteText(screen.getByLabelText('Receiver'), FRIEND)
    await userEvent.click(await screen.findByRole('button', { name: 'Review' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
    await waitFor(() => expect(kit.toasts.getState().toast?.text).toMatch(/^The token.*differs/))
    expect(sending).not.toHaveBeenCalled()
  })
  test('returns to the account when the wallet changes its network', async () => {
    const { kit } = await openReview(() => Promise.resolve('0x01'))
    act(() =>
      kit.config.setState((state) => {
        const [[uid, connection] = []] = state.connections
        if (uid === undefined || connection === undefined) return state
        return { ...state, connections: new Map([[uid, { ...connection, chainId: 97 }]]) }
      }),
    )
    await waitFor(() => expect(kit.router.current().view).toBe('Account'))
  })
})
