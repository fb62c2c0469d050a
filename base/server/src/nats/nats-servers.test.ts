import { expect, test } from 'vitest'
import { natsServers } from './nats-servers.ts'

test('names servers without a user', () => {
  expect(
    natsServers(['nats://10.0.0.41:4222?tls=disable', 'nats://[fd00::2]:4222', 'nats://bus']),
  ).toEqual({
    servers: ['10.0.0.41:4222', '[fd00::2]:4222', 'bus'],
    ignoreClusterUpdates: true,
  })
})

test('takes user and password from a URL', () => {
  expect(natsServers(['nats://node:a%2Fb%40c@10.0.0.41:4222', 'nats://10.0.0.42:4222'])).toEqual({
    servers: ['10.0.0.41:4222', '10.0.0.42:4222'],
    ignoreClusterUpdates: true,
    user: 'node',
    pass: 'a/b@c',
  })
})

test('requires TLS of all servers where one URL does', () => {
  expect(natsServers(['tls://a', 'nats://b'])).toEqual({
    servers: ['a', 'b'],
    ignoreClusterUpdates: true,
    tls: {},
  })
})
