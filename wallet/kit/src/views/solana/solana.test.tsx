import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { embeddedWalletOnDemand } from '#connectors/embedded/embedded-wallet-on-demand.ts'
import type { WalletKitEvent } from '#core/events.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { createTestKit, renderKit } from '#testing/render-kit.tsx'
import { type FrameHandlers, installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'
import { pasteText } from '../../testing/paste-text.ts'

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const OWN = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const FRIEND = '2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S'
const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** A wallet service with or without nodes of Solana, on which the account has 2 SOL. */
function startService(chains: readonly string[] = ['eip155:56', CHAIN]): Promise<TestService> {
  return startTestService((path, { body }) => {
    if (path.endsWith('supported-chains')) return { body: { http: chains, ws: [] } }
    if (path !== '/v1/') return { status: 404, body: {} }
    const { method } = body as { method: string }
    const value = method === 'getBalance' ? 2_000_000_000 : { blockhash: BLOCKHASH }
    return { body: { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } } }
  })
}

const FRAME: FrameHandlers = {
  GET_USER: ({ chainId }: { chainId: number | string }) => {
    const address = chainId === CHAIN ? OWN : TEST_ADDRESS
    return { address, chainId, email: null, accounts: [{ address, type: 'eoa' }] }
  },
  SWITCH_NETWORK: ({ chainId }: { chainId: string }) => ({ chainId }),
}

/** Opens the networks of a kit whose user has logged in by email. */
async function openNetworks(handlers: FrameHandlers = {}) {
  const frame = installTestFrame({ ...FRAME, ...handlers })
  const wallet = embeddedWalletOnDemand({ frameUrl: TEST_FRAME_ORIGIN, projectId: 'test' })
  const kit = createTestKit([wallet], { servicesUrl: service?.url ?? '' })
  renderKit(kit)
  const uid = kit.connections.getState().connectors[0]?.uid ?? ''
  await act(() => kit.connections.connect(uid))
  act(() => kit.modal.open('Networks'))
  return { kit, frame, user: userEvent.setup() }
}

describe('Solana', () => {
  test('shows address and balance, and the address to receive with', async () => {
    service = await startService()
    const { user } = await openNetworks()
    await user.click(await screen.findByRole('button', { name: 'Solana' }))
    expect(await screen.findByTitle(OWN)).toBeTruthy()
    expect(await screen.findByText('2 SOL')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Receive' }))
    expect(
      (await screen.findByRole('img', { name: 'QR code of your address' })).tagName,
    ).toBeTruthy()
    expect(screen.getByText(OWN.slice(0, OWN.length / 2))).toBeTruthy()
    expect(screen.getByText('Only receive assets on this network')).toBeTruthy()
  })

  test('sends a transfer, and the page keeps its EVM chain', async () => {
    service = await startService()
    const { frame, kit, user } = await openNetworks({ RPC_REQUEST: () => ({ signature: 'sent' }) })
    await user.click(await screen.findByRole('button', { name: 'Solana' }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await screen.findByText('2 SOL available')
    await user.type(screen.getByLabelText('Amount'), '{Enter}')
    expect(kit.toasts.getState().toast?.text).toBe(
      'Please enter a valid amount and receiver address',
    )
    await user.type(screen.getByLabelText('Amount'), '0.5')
    await pasteText(screen.getByLabelText('Receiver'), FRIEND, user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(kit.toasts.getState().toast?.text).toBe('Transaction started'))
    expect(frame.payloads.RPC_REQUEST).toMatchObject({ method: 'solana_signAndSendTransaction' })
    expect(frame.payloads.SWITCH_NETWORK).toEqual({ chainId: 'eip155:56' })
    expect(kit.router.current().view).toBe('SolanaAccount')
  })

  test('reports a transfer that was sent, without an address', async () => {
    service = await startService()
    const { kit, user } = await openNetworks({ RPC_REQUEST: () => ({ signature: 'sent' }) })
    const emitted: WalletKitEvent[] = []
    kit.events.subscribe((event) => emitted.push(event))
    await user.click(await screen.findByRole('button', { name: 'Solana' }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await screen.findByText('2 SOL available')
    await user.type(screen.getByLabelText('Amount'), '0.5')
    await pasteText(screen.getByLabelText('Receiver'), FRIEND, user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(kit.toasts.getState().toast?.text).toBe('Transaction started'))
    const properties = { network: CHAIN, token: 'SOL', amount: '0.5' }
    expect(emitted.filter(({ event }) => event.includes('SEND'))).toEqual([
      { event: 'OPEN_SEND', properties: { network: CHAIN } },
      { event: 'SEND_INITIATED', properties },
      { event: 'SEND_SUCCESS', properties },
    ])
  })

  test('leads back to the EVM network', async () => {
    service = await startService()
    const { kit, user } = await openNetworks()
    await user.click(await screen.findByRole('button', { name: 'Solana' }))
    await user.click(await screen.findByRole('button', { name: 'Switch network' }))
    const solana = await screen.findByRole('button', { name: 'Solana' })
    expect(solana.getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'BNB Smart Chain' }))
    await waitFor(() => expect(kit.router.current().view).toBe('Account'))
  })

  test('error: says that a transfer failed, and keeps the form', async () => {
    service = await startService()
    const { kit, user } = await openNetworks({ RPC_REQUEST: () => new Error('refused') })
    const emitted: WalletKitEvent[] = []
    kit.events.subscribe((event) => emitted.push(event))
    await user.click(await screen.findByRole('button', { name: 'Solana' }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await user.type(await screen.findByLabelText('Amount'), '0.5')
    await pasteText(screen.getByLabelText('Receiver'), FRIEND, user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(kit.toasts.getState().toast?.text).toBe(
        'Failed to send transaction. Please try again.',
      ),
    )
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('0.5')
    const message = 'Failed to send transaction. Please try again.'
    const properties = { network: CHAIN, token: 'SOL', amount: '0.5', message }
    expect(emitted.at(-1)).toEqual({ event: 'SEND_ERROR', properties })
  })

  test('error: another wallet has to be connected for it', async () => {
    service = await startService()
    const { kit } = await openAccountView('Networks', { servicesUrl: service.url })
    await userEvent.click(await screen.findByRole('button', { name: 'Solana' }))
    expect(await screen.findByText('Switch to Solana')).toBeTruthy()
    expect(kit.router.current().view).toBe('SwitchActiveChain')
  })

  test('appears nowhere without nodes, and its views say so', async () => {
    service = await startService(['eip155:56'])
    const { kit } = await openNetworks()
    await waitFor(() =>
      expect(service?.requests.some(({ pathname }) => pathname.endsWith('chains'))).toBe(true),
    )
    expect(screen.queryByRole('button', { name: 'Solana' })).toBeNull()
    act(() => kit.modal.open('SolanaAccount'))
    expect(await screen.findByText('Namespace is not configured')).toBeTruthy()
  })
})
