import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { WalletKit } from '#create-wallet-kit.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The wallet lets the app use a second account. */
function addAccount({ config }: WalletKit) {
  config.setState((state) => {
    const connections = [...state.connections].map(([uid, connection]) => {
      const accounts = [TEST_ADDRESS, OTHER_ADDRESS] as const
      return [uid, { ...connection, accounts }] as const
    })
    return { ...state, connections: new Map(connections) }
  })
}

describe('SwitchAddress', () => {
  test('uses another account of the wallet, and returns to the account', async () => {
    service = await startTestService((path) => {
      if (path.endsWith('supported-chains')) return { body: { http: ['eip155:56'], ws: [] } }
      if (!path.endsWith('balance')) return { status: 404, body: '' }
      const balance = { name: 'BNB', symbol: 'BNB', chainId: 'eip155:56', iconUrl: '', price: 600 }
      const numeric = path.includes(OTHER_ADDRESS) ? '2' : '10'
      return { body: { balances: [{ ...balance, quantity: { decimals: '18', numeric } }] } }
    })
    const { kit, dialog } = await openAccountView('Account', { servicesUrl: service.url })
    expect(screen.queryByRole('button', { name: 'Switch Address' })).toBeNull()
    act(() => addAccount(kit))
    await userEvent.click(await screen.findByRole('button', { name: 'Switch Address' }))
    const current = await within(dialog).findByRole('button', { name: /0xf39F…2266/ })
    expect(current.getAttribute('aria-current')).toBe('true')
    expect(await screen.findAllByText('$6,000.00')).not.toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: /0x7099…79C8/ }))
    expect(kit.connections.getState().connection).toMatchObject({
      address: OTHER_ADDRESS,
      accounts: [OTHER_ADDRESS, TEST_ADDRESS],
    })
    expect((await screen.findByTitle(OTHER_ADDRESS)).textContent).toBe('0x7099…79C8')
    expect(kit.router.current().view).toBe('Account')
  })

  test('says that the wallet shares one account only', async () => {
    await openAccountView('SwitchAddress')
    expect(await screen.findByText(/shares one account only/)).toBeDefined()
  })
})
