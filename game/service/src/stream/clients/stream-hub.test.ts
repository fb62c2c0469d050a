import { describe, expect, test } from 'vitest'
import { ConnectionLimit } from '../connection-limit.ts'
import type { StreamClient } from './stream-hub.ts'
import { StreamHub } from './stream-hub.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Creates a client that reads immediately or never. */
function clientOf({
  ip = '1.1.1.1',
  reads = true,
  account = null as StreamClient['account'],
} = {}) {
  const written: Buffer[] = []
  const seen = { isDestroyed: false, isEnded: false, written }
  let behind = 0
  const readAll = () => {
    behind = 0
  }
  const sink = {
    write: (chunk: Buffer) => {
      written.push(chunk)
      if (!reads) behind += chunk.length
    },
    end: () => {
      seen.isEnded = true
    },
    destroy: () => {
      seen.isDestroyed = true
    },
    get writableLength() {
      return behind
    },
  }
  return {
    client: { ip, account, sink },
    seen,
    readAll,
    text: () => Buffer.concat(written).toString(),
  }
}

const shared = (text: string, position = 1) => ({
  position,
  shared: Buffer.from(text),
  tradesOf: () => null,
})
const nothing = Buffer.alloc(0)

describe('StreamHub', () => {
  test('writes the same buffer to all clients', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const clients = [clientOf(), clientOf()]
    for (const { client } of clients) {
      hub.add(client, 0)
      hub.start(client, nothing)
    }
    const frames = shared('event')
    await hub.broadcast(frames)
    for (const { seen } of clients) expect(seen.written.at(-1)).toBe(frames.shared)
  })

  test('queues events in order while a client catches up', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const { client, text } = clientOf()
    hub.add(client, 0)
    await hub.broadcast(shared('later '))
    expect(text()).toBe('')
    hub.start(client, Buffer.from('missed '))
    await hub.broadcast(shared('last'))
    expect(text()).toBe('missed later last')
  })

  test('sends account events to clients of that account only', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const [own, other] = [clientOf({ account: ALICE }), clientOf()]
    for (const { client } of [own, other]) {
      hub.add(client, 0)
      hub.start(client, nothing)
    }
    await hub.broadcast({
      position: 1,
      shared: nothing,
      tradesOf: (account) => (account === ALICE ? Buffer.from('trade') : null),
    })
    expect(own.text()).toBe('trade')
    expect(other.text()).toBe('')
  })

  test('disconnects only the client that does not read', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const [slow, fast] = [clientOf({ reads: false }), clientOf()]
    for (const { client } of [slow, fast]) {
      hub.add(client, 0)
      hub.start(client, nothing)
    }
    const frames = shared('x'.repeat(100_000))
    for (let times = 0; times < 10; times += 1) await hub.broadcast(frames)
    expect(slow.seen.isDestroyed).toBe(true)
    expect(slow.seen.written.length).toBeLessThan(9)
    expect(fast.seen.isDestroyed).toBe(false)
    expect(hub.size).toBe(1)
  })

  test('sends what counts now only to clients that read', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const [silent, reading] = [clientOf({ reads: false }), clientOf()]
    for (const { client } of [silent, reading]) {
      hub.add(client, 0)
      hub.start(client, nothing)
    }
    await hub.broadcast(shared('event'))
    await hub.sendNow(Buffer.from('tick'))
    expect([silent.text(), reading.text()]).toEqual(['event', 'eventtick'])
  })

  test('sends no heartbeats to a client that does not read, and disconnects it in the end', async () => {
    let dropped = 0
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }), undefined, () => {
      dropped += 1
    })
    const [silent, slow] = [clientOf({ reads: false }), clientOf({ reads: false })]
    for (const { client } of [silent, slow]) {
      hub.add(client, 0)
      hub.start(client, nothing)
    }
    await hub.broadcast(shared('event'))
    const { length } = silent.seen.written
    for (let beat = 1; beat <= 15; beat += 1) await hub.heartbeat()
    expect([silent.seen.isDestroyed, dropped]).toEqual([false, 0])
    slow.readAll()
    await hub.heartbeat()
    expect([silent.seen.isDestroyed, dropped, hub.size]).toEqual([true, 1, 1])
    expect(silent.seen.written).toHaveLength(length)
    expect(slow.seen.written).toHaveLength(length + 1)
  })

  test('writes an event without id as heartbeat and ends all responses on close', async () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9 }))
    const { client, text, seen } = clientOf()
    hub.add(client, 0)
    hub.start(client, nothing)
    await hub.heartbeat()
    expect(text()).toBe('event: heartbeat\ndata: {}\n\n')
    await hub.close()
    expect(seen.isEnded).toBe(true)
    expect(hub.size).toBe(0)
  })

  test('error: limits the clients of an address until one leaves', () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 1 }))
    const { client } = clientOf()
    hub.requireRoom('1.1.1.1')
    hub.add(client, 0)
    expect(() => hub.requireRoom('1.1.1.1')).toThrow('Too many')
    hub.requireRoom('2.2.2.2')
    hub.remove(client)
    hub.remove(client)
    hub.requireRoom('1.1.1.1')
  })

  test('error: limits all addresses together', () => {
    const hub = new StreamHub(new ConnectionLimit({ maxPerIp: 9, max: 2 }))
    const [first, second] = [clientOf({ ip: '1.1.1.1' }), clientOf({ ip: '2.2.2.2' })]
    for (const { client } of [first, second]) hub.add(client, 0)
    expect(() => hub.requireRoom('3.3.3.3')).toThrow('Too many live connections')
    hub.remove(first.client)
    expect(() => hub.requireRoom('3.3.3.3')).not.toThrow()
  })
})
