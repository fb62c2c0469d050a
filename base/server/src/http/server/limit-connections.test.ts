import { once } from 'node:events'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { limitConnections } from './limit-connections.ts'

/** Counts the connections of `addresses` that a server with room for three each keeps open. */
function acceptedOf(addresses: readonly string[]) {
  const server = createServer()
  limitConnections(server, 3)
  const sockets = addresses.map((address) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: address })
    server.emit('connection', socket)
    return socket
  })
  const accepted = () => sockets.filter(({ destroyed }) => !destroyed).length
  return { server, sockets, accepted }
}

const times = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => address(index))

test.each([
  ['an IPv4 address', times(5, () => '192.0.2.1'), 3],
  ['a /64 network', times(5, (index) => `2001:db8::${index + 1}`), 3],
  ['several addresses', times(5, (index) => `192.0.2.${index}`), 5],
  ['this machine', times(5, () => '127.0.0.1'), 5],
  ['this machine, by IPv6', times(5, () => '::1'), 5],
  ['this machine, by mapped addresses', times(5, () => '::ffff:127.0.0.1'), 5],
])('limits the connections of %s', (_, addresses, most) => {
  expect(acceptedOf(addresses).accepted()).toBe(most)
})

test('accepts another connection once one is closed', async () => {
  const { server, sockets, accepted } = acceptedOf(times(4, () => '192.0.2.1'))
  const [first] = sockets
  first?.destroy()
  await once(first ?? server, 'close')
  const next = new Socket()
  Object.defineProperty(next, 'remoteAddress', { value: '192.0.2.1' })
  server.emit('connection', next)
  expect([accepted(), next.destroyed]).toEqual([2, false])
})
