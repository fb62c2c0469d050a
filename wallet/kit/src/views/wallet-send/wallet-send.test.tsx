import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { numberToHex } from 'viem'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { embeddedWalletOnDemand } from '#connectors/embedded/embedded-wallet-on-demand.ts'
import type { Token } from '#core/account/asset.ts'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { type NodeResponses, openAccountView } from '#testing/open-account-view.tsx'
import { installTestFrame, TEST_FRAME_ORIGIN } from '#testing/test-frame.ts'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'
import { pasteText } from '../../testing/paste-text.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const USDT: Token = {
  chainId: 56,
  address: '0x55d398326f99059fF775485246999027B3197955',
  name: 'Tether',
  symbol: 'USDT',
  decimals: 6,
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

describe('WalletSend', () => {
  test('shows the first problem on its button', async () => {
    await openAccountView('WalletSend')
    expect((await button('Add Amount')).disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Amount'), '11')
    expect((await button('Insufficient Funds')).disabled).toBe(true)
    await userEvent.clear(screen.getByLabelText('Amount'))
    await userEvent.type(screen.getByLabelText('Amount'), '1,5')
    expect((await button('Add Address')).disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Receiver'), 'nobody')
    expect((await button('Invalid Address')).disabled).toBe(true)
    await userEvent.clear(screen.getByLabelText('Receiver'))
    await pasteText(screen.getByLabelText('Receiver'), FRIEND)
    expect((await button('Review')).disabled).toBe(false)
  })
  test('shows all of an address, whose look-alikes share the first and last characters', async () => {
    await openAccountView('WalletSend')
    await pasteText(await screen.findByLabelText('Receiver'), `${FRIEND}\n`)
    const receiver = screen.getByLabelText<HTMLTextAreaElement>('Receiver')
    expect([receiver.value, Number(receiver.rows)]).toEqual([FRIEND, 2])
    await userEvent.type(screen.getByLabelText('Amount'), '1')
    await userEvent.type(receiver, '{Enter}')
    expect(await screen.findByText('Review transaction carefully')).toBeDefined()
  })
  test('Max reserves the fee with a margin', async () => {
    await openAccountView('WalletSend')
    const max = await button('Max')
    await waitFor(() => expect(max.disabled).toBe(false))
    await userEvent.click(max)
    const amount = screen.getByLabelText<HTMLInputElement>('Amount').value
    expect(amount).toMatch(/^9\.9999/)
  })
  test('resolves a typed or pasted name', async () => {
    const resolved: string[] = []
    const resolveName = (name: string) => {
      resolved.push(name)
      return Promise.resolve(name === 'alice.eth' ? (FRIEND as `0x${string}`) : null)
    }
    await openAccountView('WalletSend', { resolveName })
    await screen.findByText('10 BNB available')
    await userEvent.type(screen.getByLabelText('Amount'), '1')
    await userEvent.click(screen.getByLabelText('Receiver'))
    await userEvent.paste('alice.eth')
    await button('Looking up the name…')
    expect((await button('Review')).disabled).toBe(false)
    expect(screen.getByText('0x8ba1…BA72')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Receiver'), 'x')
    expect((await button('Invalid Address')).disabled).toBe(true)
    expect(resolved).toEqual(['alice.eth', 'alice.ethx'])
  })
  test('shows the name and picture of the receiver, and drops them with the address', async () => {
    service = await startTestService((path) => {
      if (path.endsWith('supported-chains')) return { body: { http: ['eip155:56'], ws: [] } }
      const avatar = `${service?.url}/images/1.png`
      return path.includes('identity')
        ? { body: { name: 'bull.arena.test', avatar } }
        : { status: 400, body: '' }
    })
    const { kit } = await openAccountView('WalletSend', { servicesUrl: service.url })
    await screen.findByText('10 BNB available')
    await userEvent.click(screen.getByLabelText('Receiver'))
    await userEvent.paste(TEST_ADDRESS)
    const name = await screen.findByText('bull.arena.test')
    expect(name.querySelector('img')?.src).toBe(`${service.url}/images/1.png`)
    expect(accountDepsOf(kit).sendForm.getState()).toMatchObject({
      receiverName: 'bull.arena.test',
      receiverImage: `${service.url}/images/1.png`,
    })
    await userEvent.clear(screen.getByLabelText('Receiver'))
    await waitFor(() => expect(screen.queryByText('bull.arena.test')).toBeNull())
  })
  test('error: reports a name that could not be resolved', async () => {
    const resolveName = () => Promise.reject(new Error('unreachable'))
    const { kit } = await openAccountView('WalletSend', { resolveName })
    await screen.findByText('10 BNB available')
    await userEvent.type(screen.getByLabelText('Amount'), '1')
    await userEvent.type(screen.getByLabelText('Receiver'), 'alice.eth')
    expect((await button('Invalid Address')).disabled).toBe(true)
    expect(kit.toasts.getState().toast?.text).toBe('Error resolving name')
  })
  test('resets the form when the network changes', async () => {
    const { kit } = await openAccountView('WalletSend')
    await screen.findByText('10 BNB available')
    await userEvent.type(screen.getByLabelText('Amount'), '1')
    kit.config.setState((state) => {
      const [[uid, connection] = []] = state.connections
      if (uid === undefined || connection === undefined) return state
      return { ...state, connections: new Map([[uid, { ...connection, chainId: 97 }]]) }
    })
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe(''))
  })
  test('error: says that nothing can be sent on a network that is not configured', async () => {
    const { kit } = await openAccountView('WalletSend')
    await screen.findByText('10 BNB available')
    kit.config.setState((state) => {
      const [[uid, connection] = []] = state.connections
      if (uid === undefined || connection === undefined) return state
      return { ...state, connections: new Map([[uid, { ...connection, chainId: 1 }]]) }
    })
    act(() => kit.modal.open('WalletSend'))
    expect(await screen.findByText('Unsupported chain')).toBeDefined()
    expect(screen.queryByLabelText('Amount')).toBeNull()
  })
  test('error: falls back to the chain when the service fails to return balances', async () => {
    service = await startTestService((path) =>
      path.endsWith('balance')
        ? { status: 400, body: '' }
        : { body: { http: ['eip155:56'], ws: [] } },
    )
    const { kit } = await openAccountView('WalletSend', { servicesUrl: service.url })
    expect(await screen.findByText('10 BNB available')).toBeDefined()
    await waitFor(() => expect(kit.toasts.getState().toast?.text).toBe('Token Balance Unavailable'))
  })
  test('a smart account without coins sends a token that it holds', async () => {
    installTestFrame({
      GET_USER: () => ({
        address: TEST_ADDRESS,
        chainId: 56,
        accounts: [{ address: TEST_ADDRESS, type: 'smartAccount' }],
      }),
    })
    onTestFinished(() => {
      vi.restoreAllMocks()
      localStorage.clear()
    })
    const node = {
      eth_getBalance: () => '0x0',
      eth_call: () => numberToHex(5_000_000, { size: 32 }),
    }
    const wallet = embeddedWalletOnDemand({ frameUrl: TEST_FRAME_ORIGIN, projectId: 'test' })
    await openAccountView('WalletSend', { tokens: [USDT] }, node as NodeResponses, wallet)
    await userEvent.click(await button('Select token'))
    await userEvent.click(await screen.findByText('Tether'))
    await userEvent.type(await screen.findByLabelText('Amount'), '6')
    expect((await button('Insufficient Funds')).disabled).toBe(true)
    await userEvent.clear(screen.getByLabelText('Amount'))
    await userEvent.type(screen.getByLabelText('Amount'), '5')
    await pasteText(screen.getByLabelText('Receiver'), FRIEND)
    expect((await button('Review')).disabled).toBe(false)
  })
  test('error: offers a retry when both service and node fail', async () => {
    await openAccountView('WalletSend', {}, {})
    await button('Try again')
    expect((await screen.findAllByText('Token Balance Unavailable')).length).toBeGreaterThan(0)
  })
})
