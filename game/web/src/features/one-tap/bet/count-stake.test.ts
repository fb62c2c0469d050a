import type { CallOutcome } from '@bullring/client/call-outcome'
import { expect, test, vi } from 'vitest'
import { countStake } from './count-stake.ts'

function start() {
  const stake = { record: vi.fn(), takeBack: vi.fn() }
  return {
    ...stake,
    send: (send: (onPost: () => void) => Promise<CallOutcome>) => countStake(stake, send),
  }
}

test.each(['made', 'unavailable'] as const)('counts a bet that ends as %s', async (outcome) => {
  const { send, record, takeBack } = start()
  await send((onPost) => {
    onPost()
    expect(record).toHaveBeenCalledOnce()
    return Promise.resolve(outcome)
  })
  expect(takeBack).not.toHaveBeenCalled()
})

test('still counts a bet whose outcome is never known', async () => {
  const { send, record, takeBack } = start()
  const aborted = send((onPost) => {
    onPost()
    return Promise.reject(new Error('the page has gone on'))
  })
  await expect(aborted).rejects.toThrow('gone on')
  expect(record).toHaveBeenCalledOnce()
  expect(takeBack).not.toHaveBeenCalled()
})

test.each(['late', 'locked', 'refused'] as const)(
  'takes back one that ends as %s',
  async (outcome) => {
    const { send, record, takeBack } = start()
    await send((onPost) => {
      // Another nonce, another attempt.
      onPost()
      onPost()
      return Promise.resolve(outcome)
    })
    expect(record).toHaveBeenCalledOnce()
    expect(takeBack).toHaveBeenCalledOnce()
  },
)

test('takes back nothing of a bet that was not posted', async () => {
  const { send, record, takeBack } = start()
  await send(() => Promise.resolve('offline'))
  expect(record).not.toHaveBeenCalled()
  expect(takeBack).not.toHaveBeenCalled()
})
