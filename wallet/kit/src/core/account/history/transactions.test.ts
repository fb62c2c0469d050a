import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { describe, expect, test } from 'vitest'
import { TRANSACTION_VERBS } from './transaction-verbs.ts'
import {
  amountsOf,
  groupByMonth,
  monthTitle,
  shownTransactions,
  verbOf,
  worthOf,
} from './transactions.ts'

const COINS: AnyTransaction['transfers'][number] = {
  fungible_info: { name: 'BNB', symbol: 'BNB', icon: { url: '' } },
  direction: 'out',
  quantity: { numeric: '0.5' },
}
const SPAM: AnyTransaction['transfers'][number] = {
  nft_info: { name: 'Free money', flags: { is_spam: true } },
  direction: 'in',
  quantity: { numeric: '1' },
}

type Change = Partial<AnyTransaction['metadata']> & { transfers?: AnyTransaction['transfers'] }

function transaction(
  id: string,
  { transfers = [COINS], ...metadata }: Change = {},
): AnyTransaction {
  return {
    id,
    transfers,
    metadata: {
      operationType: 'send',
      hash: '0xab',
      chain: 'eip155:56',
      minedAt: '2026-11-20T12:00:00Z',
      sentFrom: '',
      sentTo: '',
      status: 'confirmed',
      nonce: 1,
      ...metadata,
    },
  }
}

describe('shownTransactions', () => {
  test('leaves out other chains, pure spam and empty transactions', () => {
    const shown = shownTransactions(
      [
        transaction('kept'),
        transaction('partly spam', { transfers: [SPAM, COINS] }),
        transaction('spam', { transfers: [SPAM, SPAM] }),
        transaction('empty', { transfers: [] }),
        transaction('elsewhere', { chain: 'eip155:1' }),
      ],
      56,
    )
    expect(shown.map(({ id }) => id)).toEqual(['kept', 'partly spam'])
  })
})

describe('groupByMonth', () => {
  test('puts the newest month and transaction first', () => {
    const months = groupByMonth([
      transaction('old', { minedAt: '2025-11-15T12:00:00Z' }),
      transaction('first of month', { minedAt: '2026-11-02T12:00:00Z' }),
      transaction('before', { minedAt: '2026-02-15T12:00:00Z' }),
      transaction('newest', { minedAt: '2026-11-20T12:00:00Z' }),
    ])
    expect(months.map(({ key }) => key)).toEqual(['2026-11', '2026-02', '2025-11'])
    expect(months[0]?.transactions.map(({ id }) => id)).toEqual(['newest', 'first of month'])
  })
  test('returns no months without transactions', () => expect(groupByMonth([])).toEqual([]))
})

describe('monthTitle', () => {
  const month = { key: '', year: 2026, month: 10, transactions: [] }
  test('includes the year unless it is the current one', () => {
    expect(monthTitle(month, new Date(2026, 11, 1), 'en')).toBe('November')
    expect(monthTitle(month, new Date(2027, 0, 1), 'en')).toBe('November 2026')
  })
})

describe('verbOf', () => {
  test.each([
    ['send', 'Sent'],
    ['trade', 'Swapped'],
    ['burn', 'Burnt'],
    ['cancel', 'Canceled'],
    ['bridge', 'Bridge'],
  ])('%s is %s', (operationType, verb) => {
    expect(verbOf(transaction('', { operationType }), TRANSACTION_VERBS)).toBe(verb)
  })
})

describe('amountsOf', () => {
  const moved = (direction: 'in' | 'out' | 'self', numeric: string) => ({
    ...COINS,
    direction,
    quantity: { numeric },
  })
  test('cuts to three decimals and adds the sign of the direction', () => {
    const transfers = [moved('out', '1.23456'), moved('in', '10.500'), moved('self', '7')]
    expect(amountsOf(transaction('', { transfers }))).toEqual(['−1.234 BNB', '+10.5 BNB', '7 BNB'])
  })
  test('shows "<0.001" for smaller amounts', () => {
    expect(amountsOf(transaction('', { transfers: [moved('in', '0.0004')] }))).toEqual([
      '<0.001 BNB',
    ])
    expect(amountsOf(transaction('', { transfers: [moved('in', '0.000')] }))).toEqual(['+0 BNB'])
  })
  test('leaves out spam', () => {
    expect(amountsOf(transaction('', { transfers: [SPAM, COINS] }))).toEqual(['−0.5 BNB'])
  })
})

describe('worthOf', () => {
  const worth = (...transfers: AnyTransaction['transfers']) =>
    worthOf(transaction('one', { transfers }))
  const received = { ...COINS, direction: 'in' } as const

  test('is what came in, else what went out; nothing where a price is missing', () => {
    expect(worth({ ...COINS, value: 1234.5 })).toBe('$1,234.50')
    expect(worth({ ...COINS, value: 100 }, { ...received, value: 99.5 }, SPAM)).toBe('$99.50')
    expect(worth({ ...received, value: 1 }, { ...received, value: 2 })).toBe('$3.00')
    expect(worth({ ...received, value: 1 }, received)).toBeNull()
    expect(worth(COINS)).toBeNull()
    expect(worth(SPAM)).toBeNull()
  })
})
