import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { sentTransaction } from '#core/account/send/sent-transaction.ts'
import { accountDepsOf } from '#react/account/account-deps.ts'
import { openAccountView } from '#testing/open-account-view.tsx'
import { type ServiceReply, startTestService, type TestService } from '#testing/test-service.ts'
import { TEST_ADDRESS } from '#testing/test-wallet.ts'

let service: TestService | undefined
afterEach(() => {
  cleanup()
  service?.stop()
  document.documentElement.lang = ''
})

const hashOf = (id: number) => `0x${`${id}`.padStart(64, '0')}`

function transaction(id: number, minedAt: string) {
  return {
    id: `${id}`,
    metadata: {
      operationType: 'send',
      hash: hashOf(id),
      chain: 'eip155:56',
      minedAt,
      sentFrom: 'a',
      sentTo: 'b',
      status: 'confirmed',
      nonce: id,
    },
    transfers: [
      {
        fungible_info: { name: 'BNB', symbol: 'BNB', icon: { url: '' } },
        direction: 'out',
        quantity: { numeric: `${id}.5` },
        value: id * 600,
      },
    ],
  }
}

/** Opens the account's activity with a service that returns `pages` of history in turn. */
async function open(...pages: readonly ServiceReply[]) {
  let page = 0
  service = await startTestService((path) =>
    path.endsWith('history') ? (pages[page++] ?? null) : { body: { http: ['eip155:56'], ws: [] } },
  )
  const opened = await openAccountView('Account', { servicesUrl: service.url })
  await userEvent.click(await screen.findByRole('tab', { name: 'Activity' }))
  return opened
}

describe('TransactionList', () => {
  test('groups by month, newest first, and links to the explorer', async () => {
    const year = new Date().getFullYear()
    const data = [transaction(1, '2020-03-04T12:00:00Z'), transaction(2, `${year}-01-15T12:00:00Z`)]
    await open({ body: { data, next: null } })
    const link = (await screen.findAllByRole('link', { name: /Sent/ }))[0]
    expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'January',
      'March 2020',
    ])
    expect(link?.textContent).toContain('−2.5 BNB')
    expect(link?.textContent).toContain('$1,200.00')
    expect(link?.getAttribute('href')).toBe(`https://explorer.example/tx/${hashOf(2)}`)
  })
  test('writes months and days in the language of the page', async () => {
    document.documentElement.lang = 'tr'
    await open({ body: { data: [transaction(1, '2020-03-04T12:00:00Z')], next: null } })
    const link = await screen.findByRole('link', { name: /Sent/ })
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Mart 2020')
    expect(link.textContent).toContain('04 Mar')
  })
  test('shows NFTs with their picture, or an initial without one', async () => {
    const nfts = (id: number, name: string, image: string | null, count: string) => ({
      ...transaction(id, '2026-03-04T12:00:00Z'),
      transfers: [
        {
          nft_info: {
            name,
            ...(image !== null && { content: { preview: { url: image } } }),
            flags: { is_spam: false },
          },
          direction: 'in',
          quantity: { numeric: count },
        },
      ],
    })
    const image = 'data:image/png;base64,AAAA'
    const data = [
      nfts(1, 'Bull 7', image, '1'),
      nfts(2, 'Ticket', null, '5'),
      nfts(3, 'Far', 'https://other.example/a.png', '1'),
    ]
    await open({ body: { data, next: null } })
    const rows = await screen.findAllByRole('link', { name: /Sent/ })
    expect(rows.map((row) => row.querySelector('img')?.getAttribute('src') ?? null)).toEqual([
      image,
      null,
      null,
    ])
    expect(rows[1]?.textContent).toContain('T')
    expect(rows[1]?.textContent).toContain('+5 × Ticket')
    expect(rows[0]?.textContent).toContain('+Bull 7')
  })
  test('loads the next page by cursor and drops duplicates', async () => {
    const first = transaction(1, '2026-03-04T12:00:00Z')
    await open(
      { body: { data: [first], next: 'abc' } },
      { body: { data: [first, transaction(2, '2026-03-03T12:00:00Z')], next: null } },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('−2.5 BNB')).toBeDefined()
    expect(screen.getAllByRole('link', { name: /Sent/ })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    const history = service?.requests.filter(({ pathname }) => pathname.endsWith('history'))
    expect(history?.at(-1)?.searchParams.get('cursor')).toBe('abc')
  })
  test('shows that there are no transactions', async () => {
    await open({ body: { data: [], next: null } })
    expect(await screen.findByText('No activity yet')).toBeDefined()
  })
  test('shows what was just sent until the history lists it', async () => {
    const reply = { body: { data: [transaction(1, '2026-03-04T12:00:00Z')], next: null } }
    const { kit } = await open(reply)
    await screen.findByText('−1.5 BNB')
    const { chain, pending } = accountDepsOf(kit)
    const asset = { chainId: 56, address: null, name: 'BNB', symbol: 'BNB', decimals: 18 }
    const sent = sentTransaction({
      hash: '0x02',
      operationType: 'send',
      from: TEST_ADDRESS,
      to: TEST_ADDRESS,
      transfers: [
        {
          asset: { ...asset, balance: 0n, price: null, iconUrl: null },
          amount: 25n * 10n ** 17n,
          direction: 'out',
        },
      ],
    })
    chain.isMined = () => new Promise(() => undefined)
    act(() => void pending.track('0x02', 56, sent))
    expect((await screen.findByText('−2.5 BNB')).closest('li')?.textContent).toContain('pending')
  })
  test('shows placeholders while loading', async () => {
    await open(null)
    expect(await screen.findByRole('status', { name: 'Loading…' })).toBeDefined()
  })
  test('error: shows a toast and retries on click', async () => {
    const data = [transaction(3, '2026-03-04T12:00:00Z')]
    const { kit } = await open({ status: 400, body: '' }, { body: { data, next: null } })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('−3.5 BNB')).toBeDefined()
    expect(kit.toasts.getState().toast?.text).toBe('Failed to fetch transactions')
  })
})
