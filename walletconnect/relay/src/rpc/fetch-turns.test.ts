import { expect, test } from 'vitest'
import { Delivery } from '../delivery.ts'
import { Turns } from '../limits/turns.ts'
import type { MailboxPage, MailboxRead } from '../mailboxes.ts'
import type { RelayError } from '../relay-error.ts'
import { executeCall } from './execute-call.ts'

const EMPTY: MailboxPage = { messages: [], hasMore: false }

test('a client has one fetch at a time, whatever others do, and 10 that wait', async () => {
  const reads: { client: string; finish: () => void }[] = []
  const read = ({ client }: MailboxRead) =>
    new Promise<MailboxPage>((resolve) => reads.push({ client, finish: () => resolve(EMPTY) }))
  const delivery = new Delivery({
    mailboxes: { read, publish: () => Promise.resolve([]), acknowledge: () => Promise.resolve() },
    push: () => undefined,
    onStored: () => undefined,
    onFailure: () => undefined,
  })
  const deps = { delivery, fetches: new Turns(), maxMessageBytes: 1_024, nowMs: Date.now }
  const results: unknown[] = []
  const fetchAs = (key: string) =>
    executeCall(
      {
        client: { did: key, key },
        ip: '',
        subscriptions: null,
        method: 'irn_fetchMessages',
        params: { topic: '0'.repeat(64) },
        succeed: (result) => results.push(result),
        fail: ({ tag }: RelayError) => results.push(tag),
      },
      deps,
    )
  const calls = Array.from({ length: 11 }, () => fetchAs('first'))
  await fetchAs('first')
  expect(results).toEqual(['TooManyRequests'])
  calls.push(fetchAs('second'))
  await expect.poll(() => reads.map(({ client }) => client).sort()).toEqual(['first', 'second'])
  for (let done = 0; done < calls.length; done += 1) {
    await expect.poll(() => reads.length).toBeGreaterThan(done)
    reads[done]?.finish()
  }
  await Promise.all(calls)
  expect(results.slice(1)).toEqual(calls.map(() => EMPTY))
})
