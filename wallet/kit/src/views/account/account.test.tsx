import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { openAccountView } from '#testing/open-account-view.tsx'
import { startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS, testWallet } from '#testing/test-wallet.ts'

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

/** The coin's balance below the name. The list of tokens repeats it. */
const coinBalance = (text: string) => screen.findByText(text, { selector: 'p' })
const actions = () =>
  within(screen.getByRole('list', { name: 'Actions' }))
    .getAllByRole('button')
    .map((button) => button.textContent)
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

describe('Account', () => {
  test('shows address, balance and a link to the explorer', async () => {
    await openAccountView('Account')
    expect(await coinBalance('10 BNB')).toBeDefined()
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
    expect(await coinBalance('10 BNB')).toBeDefined()
    expect(screen.getByTitle(TEST_ADDRESS).textContent).toBe('0xf39F…2266')
  })
  test('shows actions in the order of the app, and three tabs', async () => {
    const servicesUrl = await startService({ body: { name: null, avatar: null } })
    await openAccountView('Account', { servicesUrl, walletFeaturesOrder: ['send', 'receive'] })
    await coinBalance('10 BNB')
    expect(actions()).toEqual(['Send', 'Receive'])
    expect(tabs()).toEqual(['Tokens', 'NFTs', 'Activity'])
  })
  test('hides disabled actions, and what needs a wallet service without one', async () => {
    await openAccountView('Account', { features: { send: false, receive: false } })
    await coinBalance('10 BNB')
    expect(screen.queryByRole('list', { name: 'Actions' })).toBeNull()
    expect(tabs()).toEqual(['Tokens'])
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
    const head = await screen.findByText('Balance unavailable')
    isDown = false
    await userEvent.click(within(head).getByRole('button', { name: 'Try again' }))
    expect(await coinBalance('0 BNB')).toBeDefined()
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
  test('offers the networks of the app on one that it allows and does not know', async () => {
    const wallet = testWallet({ id: 'io.far', name: 'Far', chainId: 42_161 })
    const options = { allowUnsupportedChain: true }
    const { kit } = await openAccountView('Account', options, undefined, wallet)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Change network, now Unknown Network' }),
    )
    expect(await screen.findByText(/^Your wallet is on Arbitrum One\./)).toBeDefined()
    expect(screen.getByRole('button', { name: 'BNB Testnet' })).toBeDefined()
    await userEvent.keyboard('{Escape}')
    expect(kit.modal.getState().isOpen).toBe(false)
  })
})

/** Starts a service that knows balances and the given routes; others are not offered. */
async function startServiceWith(
  routes: Readonly<Record<string, { status?: number; body: unknown }>>,
) {
  service = await startTestService((path) => {
    if (path.endsWith('supported-chains')) return { body: { http: ['eip155:56'], ws: [] } }
    const found = Object.entries(routes).find(([end]) => path.endsWith(end))
    return found?.[1] ?? { status: 404, body: '' }
  })
  return service.url
}

function balance(name: string, numeric: string, price: number, address?: string) {
  const quantity = { decimals: '18', numeric }
  const contract = address === undefined ? {} : { address: `eip155:56:${address}` }
  return { name, symbol: name, chainId: 'eip155:56', price, quantity, iconUrl: '', ...contract }
}

describe('the tabs', () => {
  test('Tokens lists quantity and value, and the head shows the total', async () => {
    const balances = [
      balance('BNB', '10', 600),
      balance('CAKE', '1.234567', 2, '0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82'),
      balance('NEW', '5', 0, '0x1e09fabb73bd3ade0a17ecc321fd13a19e81ce82'),
    ]
    const servicesUrl = await startServiceWith({ balance: { body: { balances } } })
    await openAccountView('Account', { servicesUrl })
    expect(await screen.findByText('1.23456 CAKE')).toBeDefined()
    expect(screen.getByText('$2.47')).toBeDefined()
    // The value needs a known price.
    expect(screen.getByText('5 NEW').closest('li')?.textContent).not.toContain('$')
    expect(screen.getByText('$6,002.47')).toBeDefined()
  })
  test('NFTs shows a grid', async () => {
    const nft = {
      address: 'eip155:56:0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82',
      tokenId: '7',
      standard: 'ERC1155',
      name: 'Bull 7',
      collection: 'Bulls',
      quantity: '3',
      imageUrl: 'https://elsewhere.example/7.png',
    }
    const servicesUrl = await startServiceWith({ nfts: { body: { data: [nft], next: null } } })
    await openAccountView('Account', { servicesUrl })
    await userEvent.click(await screen.findByRole('tab', { name: 'NFTs' }))
    const tile = (await screen.findByText('Bull 7')).closest('li')
    expect(tile?.textContent).toContain('Bulls × 3')
    // A foreign host would learn who looks at which account.
    expect(tile?.querySelector('img')).toBeNull()
  })
  test('Activity is left out where the service has no history of the chain', async () => {
    const chains = { http: ['eip155:56'], ws: [], history: ['eip155:1'] }
    service = await startTestService((path) =>
      path.endsWith('supported-chains') ? { body: chains } : { status: 404, body: '' },
    )
    await openAccountView('Account', { servicesUrl: service.url })
    await expect.poll(tabs).toEqual(['Tokens', 'NFTs'])
  })
  test('error: a tab without a provider says so', async () => {
    const servicesUrl = await startServiceWith({
      balance: { body: { balances: [] } },
      history: { status: 501, body: '' },
    })
    const { kit } = await openAccountView('Account', { servicesUrl })
    await userEvent.click(await screen.findByRole('tab', { name: 'NFTs' }))
    expect(await screen.findByText('NFTs are not offered here')).toBeDefined()
    await userEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    expect(await screen.findByText('Activity is not offered here')).toBeDefined()
    expect(kit.toasts.getState().toast).toBeNull()
  })
  test('error: NFTs can be loaded again', async () => {
    const routes = { nfts: { status: 400, body: '' } as { status?: number; body: unknown } }
    const servicesUrl = await startServiceWith(routes)
    await openAccountView('Account', { servicesUrl })
    await userEvent.click(await screen.findByRole('tab', { name: 'NFTs' }))
    const retry = await screen.findByRole('button', { name: 'Try again' })
    routes.nfts = { body: { data: [], next: null } }
    await userEvent.click(retry)
    expect(await screen.findByText('No NFTs yet')).toBeDefined()
  })
})
