import type { OperatorMarket, OperatorReport } from '@bullring/game-api/operator'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { OWNED_MARKET, testReport } from '#testing/test-report.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { OperatorPage } from './operator-page.tsx'

const TOKEN = 'the-token-of-the-operator-of-this-site'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Answers as the game service does; `report` is null while it does not respond. */
function serve(report: OperatorReport | null) {
  const requests: Request[] = []
  const answer = (input: string, init: RequestInit) => {
    const request = new Request(new URL(input, 'http://localhost'), init)
    requests.push(request)
    if (report === null) return Promise.reject(new TypeError('Failed to fetch'))
    if (request.headers.get('authorization') === `Bearer ${TOKEN}`)
      return Promise.resolve(Response.json(report))
    const problem = { type: 'about:blank', title: 'Unauthorized', status: 401 }
    const body = { ...problem, code: 'operator.required', detail: 'No.' }
    return Promise.resolve(Response.json(body, { status: 401 }))
  }
  vi.stubGlobal('fetch', answer)
  return requests
}

async function openPage({ isConnected = false } = {}) {
  const appConfig = testAppConfig()
  const { config } = await mockWalletConfig(appConfig, isConnected)
  render(
    <AppConfigContext value={appConfig}>
      <ToastContext value={createToastStore()}>
        <WagmiProvider config={config} reconnectOnMount={false}>
          <QueryClientProvider client={new QueryClient()}>
            <OperatorPage />
          </QueryClientProvider>
        </WagmiProvider>
      </ToastContext>
    </AppConfigContext>,
  )
}

async function logIn(token = TOKEN) {
  await userEvent.type(await screen.findByLabelText('Operator’s token'), token)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

const part = (name: string) => screen.findByRole('region', { name })

test("has the operator's brand", async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'application-name' })
  meta.content = 'Lucky'
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  serve(testReport())
  await openPage()
  await screen.findByRole('link', { name: 'Lucky: back to the game' })
  expect(document.title).toBe('Operator · Lucky')
})

test('asks for the token, sends it in a header only, and keeps it for the tab', async () => {
  const requests = serve(testReport())
  await openPage()
  expect(requests).toEqual([])
  await logIn('wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('neither the operator’s token')
  await userEvent.clear(screen.getByLabelText('Operator’s token'))
  await logIn()
  await part('Markets')
  expect(requests.map(({ url }) => url).join()).not.toContain(TOKEN)
  expect(sessionStorage.getItem('bullring.operator-token')).toBe(TOKEN)
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(sessionStorage.getItem('bullring.operator-token')).toBeNull()
  await screen.findByLabelText('Operator’s token')
})

test('says that the game service does not respond', async () => {
  serve(null)
  sessionStorage.setItem('bullring.operator-token', TOKEN)
  await openPage()
  expect((await screen.findByRole('alert')).textContent).toContain('does not respond')
})

test('says that there is no keeper, which service is silent, and which alert is raised', async () => {
  serve(
    testReport({
      services: [
        { name: 'custody', state: 'silent', build: null, down: [] },
        { name: 'wallet', state: 'up', build: null, down: ['database'] },
      ],
      alerts: [{ rule: 'BullringDown', subject: 'custody', runbook: 'service-down.md' }],
    }),
  )
  await openPage()
  await logIn()
  expect((await part('Keeper')).textContent).toContain('No service here has a keeper')
  const services = await part('Services')
  expect(services.textContent).toContain('custody does not respond')
  expect(services.textContent).toContain('wallet down: database')
  expect((await part('Alerts')).textContent).toContain('BullringDown custody')
})

test('offers the changes of a market to its connected owner alone', async () => {
  const foreign: OperatorMarket = { ...OWNED_MARKET, symbol: 'CAKE', kind: 'pancake-v2' }
  const { terms } = OWNED_MARKET
  const owners = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
  const other: OperatorMarket = {
    ...OWNED_MARKET,
    symbol: 'BTC',
    terms: terms && { ...terms, owners: [...owners] },
  }
  serve(testReport({ markets: [OWNED_MARKET, other, foreign] }))
  await openPage({ isConnected: true })
  await logIn()
  const market = (symbol: string) => screen.findByRole('article', { name: `Market ${symbol}` })
  const own = within(await market('BNB'))
  expect(own.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Collect fees',
    'Pause bets',
    'Change',
    'Change',
  ])
  expect((await market('BTC')).textContent).toContain('Only its owner (0x7099…79C8)')
  expect(within(await market('BTC')).queryAllByRole('button')).toEqual([])
  expect((await market('CAKE')).textContent).toContain('settle and change it elsewhere')
  expect(within(await market('CAKE')).queryAllByRole('button')).toEqual([])
})

test('takes no fee that the contract refuses, and no change that is none', async () => {
  serve(testReport())
  await openPage({ isConnected: true })
  await logIn()
  const field = await screen.findByLabelText('Fee, % (at most 10)')
  const form = field.closest('form') as HTMLElement
  const change = within(form).getByRole<HTMLButtonElement>('button', { name: 'Change' })
  const enter = async (text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, text)
    return change.disabled
  }
  expect(await enter('3')).toBe(true)
  expect(await enter('10.01')).toBe(true)
  expect(await enter('-1')).toBe(true)
  expect(await enter('2.5')).toBe(false)
})

test('shows the figures of the day, and a dash for what no service counts', async () => {
  serve(testReport())
  await openPage()
  await logIn()
  const day = (await part('Last 24 hours')).textContent
  for (const text of ['Bets 3', 'Volume, BNB 1.5', 'Errors of all services 4', '25 at most'])
    expect(day).toContain(text)
  expect((await part('Login and smart accounts')).textContent).toContain('Mails sent–')
})
