import { expect, test } from 'vitest'
import { createEvents, type WalletKitEvent } from '#core/events.ts'
import type { Connections } from './connections.ts'
import { reportDisconnects } from './report-disconnects.ts'

test('reportDisconnects reports a failed disconnect', async () => {
  const events = createEvents()
  const reported: WalletKitEvent[] = []
  events.subscribe((event) => reported.push(event))
  const outcomes = [() => Promise.resolve(), () => Promise.reject(new Error('locked'))]
  const connections = { disconnect: () => outcomes.shift()?.() } as unknown as Connections
  const { disconnect } = reportDisconnects(connections, events)
  await disconnect()
  await expect(disconnect()).rejects.toThrow('locked')
  expect(reported).toEqual([{ event: 'DISCONNECT_ERROR', properties: { message: 'locked' } }])
})
