import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConnectionLimit } from '../connection-limit.ts'
import { TimeSlices } from '../time-slices.ts'
import type { StreamClient } from './stream-hub.ts'
import { StreamHub } from './stream-hub.ts'

const ACTIONS = ['add', 'start', 'remove', 'broadcast', 'heartbeat', 'turn'] as const
const Actions = fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), which: fc.nat(40) }), {
  minLength: 1,
  maxLength: 200,
})

type Member = {
  client: StreamClient
  from: number
  /** Position at which it was removed. */
  until: number
  received: number[]
  isStarted: boolean
}

/** A hub that yields after each client, with what its clients have received. */
function createGame() {
  const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 10_000 }), new TimeSlices(0))
  const members: Member[] = []
  let position = 0
  const running = new Set<Member>()
  const memberAt = (which: number) => [...running][which % Math.max(running.size, 1)]
  const add = () => {
    const received: number[] = []
    const write = (chunk: Buffer) => {
      for (const [id] of chunk.toString().matchAll(/\d+/g)) received.push(Number(id))
    }
    const sink = { write, end: () => null, destroy: () => null, writableLength: 0 }
    const client = { ip: '1.1.1.1', account: null, sink }
    const until = Number.POSITIVE_INFINITY
    const member = { client, from: position, until, received, isStarted: false }
    members.push(member)
    running.add(member)
    hub.add(client, position)
  }
  const start = (member: Member | undefined) => {
    if (member === undefined) return
    member.isStarted = true
    hub.start(member.client, Buffer.alloc(0))
  }
  const remove = (member: Member | undefined) => {
    if (member === undefined) return
    member.until = position
    running.delete(member)
    hub.remove(member.client)
  }
  const broadcast = () => {
    position += 1
    const shared = Buffer.from(`${position} `)
    return hub.broadcast({ position, shared, tradesOf: () => null })
  }
  return {
    hub,
    members,
    running,
    memberAt,
    add,
    start,
    remove,
    broadcast,
    position: () => position,
  }
}

async function play(actions: readonly { action: (typeof ACTIONS)[number]; which: number }[]) {
  const game = createGame()
  const sent: Promise<void>[] = []
  for (let count = 0; count < 10; count += 1) game.add()
  for (const { action, which } of actions) {
    if (action === 'add') game.add()
    if (action === 'start') game.start(game.memberAt(which))
    if (action === 'remove') game.remove(game.memberAt(which))
    if (action === 'broadcast') sent.push(game.broadcast())
    if (action === 'heartbeat') sent.push(game.hub.heartbeat())
    if (action === 'turn') await nextTurn()
  }
  for (const member of game.running) game.start(member)
  await Promise.all(sent)
  return game
}

test('property: clients receive what follows their position once and in order, however broadcasts overlap', async () => {
  await fc.assert(
    fc.asyncProperty(Actions, async (actions) => {
      const { members, running, position } = await play(actions)
      for (const member of members) {
        const { from, until, received } = member
        const expected = Array.from({ length: position() - from }, (_, index) => from + 1 + index)
        if (running.has(member)) expect(received).toEqual(expected)
        else expect(expected.filter((id) => id <= until)).toEqual(expect.arrayContaining(received))
        expect(received).toEqual(expected.slice(0, received.length))
      }
    }),
  )
})
