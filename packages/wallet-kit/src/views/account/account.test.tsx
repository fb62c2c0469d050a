import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
})

async function startService(identity: { status?: number; body: unknown }) {
  service = await startTestService((path) =>
    path.endsWith('supported-chains') ? { body: { http: ['eip155:56'], ws: [] } } : identity,
  )
  return service.url
}

const rows = () =>
  screen.getAllByRole('listitem').map((row) => within(row).getByRole('button').textContent)

describe('Account', () => {
  test('shows address, balance and a link to the explorer', async () => {
    await openAccountView('Account')
    expect(await screen.findByText('10 BNB')).toBeDefined()
    expect(screen.getByTitle(TEST_ADDRESS).textContent).toBe('0xf39F…2266')
    const link = screen.getByRole('link', { name: 'Block Explorer' })
    expect(link.getAttribute('href')).toBe(`https://explorer.example/address/${TEST_ADDRESS}`)
  })
  test('shows the name of the account', async () => {
    const servicesUrl = await startService({
      body: { name: 'alice-of-the-long-name.eth', avatar: null },
    })
    await openAccountView('Account', { servicesUrl })
    expect(await screen.findByText('alice-of-the-long-na…')).toBeDefined()
  })
  test('shows the address when the service fails', async () => {
    const servicesUrl = await startService({ status: 400, body: '' })
    await openAccountView('Account', { servicesUrl })
    expect(await screen.findByText('10 BNB')).toBeDefined()
    expect(screen.getByTitle(TEST_ADDRESS).textContent).toBe('0xf39F…2266')
  })
  test('shows the rows in the order of the app', async () => {
    const servicesUrl = await startService({ body: { name: null, avatar: null } })
    await openAccountView('Account', { servicesUrl, walletFeaturesOrder: ['send', 'receive'] })
    await screen.findByText('10 BNB')
    expect(rows()).toEqual(['Send', 'Receive', 'Activity', 'Disconnect'])
  })
  test('hides disabled rows, and Activity without a wallet service', async () => {
    await openAccountView('Account', { features: { send: false, receive: false } })
    await screen.findByText('10 BNB')
    expect(rows()).toEqual(['Disconnect'])
  })
  test('error: retries after the node failed', async () => {
    let isDown = true
    const node = {
      eth_getBalance: () => {
        if (isDown) throw new Error('down')
        return '0x0' as const
      },
    }
    await openAccountView('Account', {}, node)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await userEvent.click(retry)
    expect(await screen.findByText('0 BNB')).toBeDefined()
  })
  test('error: reports a failed disconnect', async () => {
    const { kit } = await openAccountView('Account')
    kit.connections.disconnect = () => Promise.reject(new Error('no'))
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText('Failed to disconnect')).toBeDefined()
  })
  test('opens the networks from the network pill', async () => {
    await openAccountView('Account')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Change network, now BNB Smart Chain' }),
    )
    expect(await screen.findByRole('searchbox', { name: 'Search network' })).toBeDefined()
  })
})
