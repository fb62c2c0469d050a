import { describe, expect, test } from 'vitest'
import { logRangeIssue, withRangeEnd } from './log-range.ts'

describe('logRangeIssue', () => {
  test.each([
    [{ fromBlock: '0x1', toBlock: '0x1388' }],
    [{ blockHash: `0x${'1'.repeat(64)}` }],
    [{}],
    [{ fromBlock: 'latest' }],
    [{ fromBlock: 'finalized', toBlock: 'latest' }],
    [{ fromBlock: '0x9', toBlock: '0x1' }],
  ])('accepts %j', (filter) => {
    expect(logRangeIssue([filter])).toBeNull()
  })

  test.each([
    [{ fromBlock: '0x0', toBlock: '0x1388' }],
    [{ fromBlock: '0x0' }],
    [{ fromBlock: 'earliest' }],
    [{ fromBlock: 'earliest', toBlock: 'latest' }],
    [{ fromBlock: '0x0', toBlock: 'latest' }],
    [{ fromBlock: 'latest', toBlock: '0xffffff' }],
    [{ fromBlock: '0x', toBlock: '0x1' }],
    [{ fromBlock: 0, toBlock: 1 }],
    [{ fromBlock: '0x0', toBlock: `0x${'f'.repeat(40)}` }],
    [{ blockHash: null, fromBlock: '0x0', toBlock: 'latest' }],
    [{ blockHash: null }],
    [{ blockHash: '0x1', fromBlock: 'latest' }],
    [null],
    ['0x1'],
  ])('refuses %j', (filter) => {
    expect(logRangeIssue([filter])).toContain('eth_getLogs needs')
  })
})

describe('withRangeEnd', () => {
  const checked = async (filter: unknown, head: unknown) =>
    logRangeIssue(await withRangeEnd([filter], () => Promise.resolve(head)))

  test.each([[{ fromBlock: '0x1' }], [{ fromBlock: '0x1', toBlock: 'latest' }]])(
    'measures %j up to the head',
    async (filter) => {
      expect(await checked(filter, '0x1388')).toBeNull()
      expect(await checked(filter, '0x1389')).toContain('within 5000 blocks')
      expect(await checked(filter, null)).toContain('eth_getLogs needs')
    },
  )

  test.each([[{ fromBlock: 'earliest' }], [{ fromBlock: '0x0', toBlock: 'finalized' }], [null]])(
    'leaves %j as it is',
    async (filter) => {
      expect(await withRangeEnd([filter], () => Promise.reject(new Error('unused')))).toEqual([
        filter,
      ])
    },
  )
})
