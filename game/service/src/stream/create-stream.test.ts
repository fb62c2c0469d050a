import { toEpoch } from '@bullring/prediction/units'
import { pino } from 'pino'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ConnectionLimit } from './connection-limit.ts'
import { createStream } from './create-stream.ts'
import { type AccountKey, accountKey, type Step } from './events/step.ts'
import { createJournal } from './postgres/journal.ts'
import type { StepSink } from './step-source.ts'
import { TimeSlices } from './time-slices.ts'

const ACCOUNTS = [1, 2].map((digit) => getAddress(`0x${`${digit}`.repeat(40)}`))

const stepOf = (since: number, decided: bigint[] = []): Step => ({
  since,
  position: since + 1,
  hasSettled: decided.length > 0,
  changed: null,
  events: {
    shared: [{ event: 'epoch', data: { epoch: since + 1, block_timestamp: 1 } }],
    trades: [],
    decided: decided.map(toEpoch),
  },
})

/** A stream at position 10 that the test sends steps to, on a journal that has everything since position 5. */
function createGame() {
  const reads: (readonly [number, number | null])[] = []
  const lookUps: AccountKey[][] = []
  const journal = createJournal({
    readChanges: ({ since, until }) => {
      reads.push([since, until])
      const kind = since < 5 ? ('reset' as const) : ('strike' as const)
      const changes = [kind === 'reset' ? { kind } : { kind, epoch: toEpoch(3n) }]
      return Promise.resolve({ position: until ?? 10, changes, blockBefore: null })
    },
    toEvents: ({ changes, position }) =>
      Promise.resolve(
        changes[0]?.kind === 'reset'
          ? { shared: [{ event: 'reset', data: { spread_ms: 0 } }], trades: [], decided: [] }
          : {
              ...stepOf(position - 1, [3n]).events,
              trades: [],
              decided: [toEpoch(3n)],
              shared: [],
            },
      ),
  })
  const sink = Promise.withResolvers<StepSink>()
  const stopping = new AbortController()
  const stream = createStream(
    {
      journal,
      findBettors: (epochs, accounts) => {
        lookUps.push([...accounts])
        return Promise.resolve(new Map(accounts.map((account) => [account, [...epochs]])))
      },
      follow: (position) => Promise.resolve(sink.resolve(position)),
      log: pino({ level: 'silent' }),
    },
    { limit: new ConnectionLimit({ maxPerIp: 10_000 }), slices: new TimeSlices(), from: 10 },
  )
  const running = stream.run(stopping.signal)
  const stop = () => {
    stopping.abort()
    return running
  }
  const send = async (step: Step) => (await sink.promise).send(step, stopping.signal)
  return { stream, reads, lookUps, send, [Symbol.asyncDispose]: stop }
}

function clientOf(account = ACCOUNTS[0] ?? null) {
  let text = ''
  const write = (chunk: Buffer) => {
    text += chunk.toString()
  }
  const sink = { write, end: () => null, destroy: () => null, writableLength: 0 }
  const ids = () =>
    [...text.matchAll(/^id: (\d+)\nevent: (\w+)/gm)].map(([, id, name]) => `${name} ${id}`)
  return { client: { ip: '1.1.1.1', account, sink }, text: () => text, events: ids }
}

describe('createStream', () => {
  test('reads the journal once for all clients that resume from one position', async () => {
    await using game = createGame()
    const clients = Array.from({ length: 1_000 }, (_, index) => clientOf(ACCOUNTS[index % 2]))
    await Promise.all(clients.map(({ client }) => game.stream.join(client, '7')))
    expect(game.reads).toEqual([[7, 10]])
    expect(game.lookUps).toEqual([ACCOUNTS.map(accountKey)])
    for (const { events } of clients) expect(events()).toEqual(['trade 10'])
  })

  test('sends clients to reconnect at different times', async () => {
    await using game = createGame()
    const clients = Array.from({ length: 100 }, () => clientOf())
    await Promise.all(clients.map(({ client }) => game.stream.join(client, null)))
    const retries = clients.map(({ text }) => Number(/retry: (\d+)/.exec(text())?.[1]))
    expect(new Set(retries).size).toBeGreaterThan(50)
  })

  test('resumes from the events in memory, without the database', async () => {
    await using game = createGame()
    const first = clientOf()
    await game.stream.join(first.client, null)
    for (const since of [10, 11, 12]) await game.send(stepOf(since))
    const resumed = clientOf()
    await game.stream.join(resumed.client, '11')
    expect(resumed.events()).toEqual(['epoch 13'])
    expect(game.reads).toEqual([])
  })

  test('looks up the bettors of decided rounds once for all connected accounts', async () => {
    await using game = createGame()
    const clients = ACCOUNTS.map((account) => clientOf(account))
    for (const { client } of clients) await game.stream.join(client, null)
    await game.send(stepOf(10, [3n, 4n]))
    expect(game.lookUps).toEqual([ACCOUNTS.map(accountKey)])
    for (const { events } of clients) {
      await expect.poll(events).toEqual(['trade 10', 'trade 10', 'epoch 11'])
    }
    expect(game.stream.settledPosition()).toBe(11)
  })

  test('waits for what another process has sent already, and sends no earlier event', async () => {
    await using game = createGame()
    const ahead = clientOf()
    const joined = game.stream.join(ahead.client, '12')
    for (const since of [10, 11, 12]) await game.send(stepOf(since))
    await joined
    await expect.poll(ahead.events).toEqual(['epoch 13'])
  })

  test('sends a reset for an invalid position, one that never comes, and one too long ago', async () => {
    await using game = createGame()
    for (const id of ['x', '999', '2']) {
      const lost = clientOf()
      await game.stream.join(lost.client, id)
      expect(lost.events()).toEqual(['reset 10'])
    }
  })

  test('works out events that were left out while no one listened', async () => {
    await using game = createGame()
    await game.send({ ...stepOf(10), events: null })
    expect(game.reads).toEqual([])
    const late = clientOf()
    await game.stream.join(late.client, null)
    await game.send({ ...stepOf(11), events: null })
    expect(game.reads).toEqual([[11, 12]])
    await expect.poll(late.events).toEqual(['trade 12'])
  })

  test('sends again from where a restored database goes on', async () => {
    await using game = createGame()
    const client = clientOf()
    await game.stream.join(client.client, null)
    await game.send(stepOf(10))
    await game.send({ ...stepOf(6), since: 11 })
    expect(game.stream.position()).toBe(7)
    await expect.poll(client.events).toEqual(['epoch 11', 'epoch 7'])
  })
})
