import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { toEpoch } from '@bullring/prediction/units'
import type { StreamEvent } from '@bullring/wire/game-api/stream'
import { getAddress, numberToHex } from 'viem'
import { ConnectionLimit } from '../src/stream/connection-limit.ts'
import { toFrames } from '../src/stream/frames.ts'
import { epochsByAccount } from '../src/stream/step.ts'
import { StreamHub } from '../src/stream/stream-hub.ts'
import { printLine, report } from './report.ts'

const CLIENTS = 10_000
const BETS = 2_500
const ROUNDS = 5
const TARGET_MS = 5

const addressAt = (index: number) => numberToHex(index + 1, { size: 20 })

/** Another process, which connects and discards what it receives. */
const READER = `
  const { connect } = require('node:net')
  const [port, clients] = process.argv.slice(1).map(Number)
  for (let index = 0; index < clients; index += 1) {
    connect(port, '127.0.0.1').resume().on('error', () => undefined)
  }`

async function connectClients(count: number) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reader = spawn(process.execPath, ['-e', READER, `${port}`, `${count}`])
  const deadlineMs = performance.now() + 60_000
  while (sockets.length < count && performance.now() < deadlineMs) await sleep(50)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    reader.kill()
  }
  return { sockets, [Symbol.dispose]: close }
}

/** Returns the longest time that the event loop is blocked by the broadcasts of a full block. */
async function longestBlockMs(sockets: readonly Socket[], sliceMs?: number): Promise<number> {
  const hub = new StreamHub(new ConnectionLimit({ maxPerIp: sockets.length }), sliceMs)
  for (const [index, sink] of sockets.entries()) {
    const client = { ip: '127.0.0.1', account: getAddress(addressAt(index)), sink }
    hub.add(client, 0)
    hub.start(client, Buffer.alloc(0))
  }
  const accounts = Buffer.concat(
    Array.from({ length: BETS }, (_, index) => Buffer.from(addressAt(index).slice(2), 'hex')),
  )
  const shared: StreamEvent[] = [{ event: 'epoch', data: { epoch: 7, block_timestamp: 1 } }]
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await sleep(100)
  delay.enable()
  for (let position = 1; position <= ROUNDS; position += 1) {
    const trades = [{ epoch: toEpoch(7n), accounts }]
    const epochsOf = epochsByAccount(trades, (account) => hub.accounts.has(account))
    await hub.broadcast(toFrames({ shared, epochsOf }, { since: position - 1, position }))
    await sleep(50)
  }
  delay.disable()
  return delay.max / 1e6
}

/** Returns how long the event loop is blocked without any work: other processes take the CPU, too. */
async function idleBlockMs(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(1_000)
  delay.disable()
  return delay.max / 1e6
}

/** Measures how long a broadcast of a full block keeps the process from other work, with and without slices. */
export async function benchBroadcast(): Promise<void> {
  using clients = await connectClients(CLIENTS)
  const { sockets } = clients
  printLine(`broadcast of ${BETS} bets to ${sockets.length} clients, ${ROUNDS} times`)
  printLine(`longest block of the idle event loop: ${(await idleBlockMs()).toFixed(1)} ms`)
  const unsliced = await longestBlockMs(sockets, Number.POSITIVE_INFINITY)
  const sliced = await longestBlockMs(sockets)
  printLine(`baseline: longest block of the event loop without slices: ${unsliced.toFixed(1)} ms`)
  report({
    what: 'longest block of the event loop by a broadcast',
    unit: 'ms',
    target: TARGET_MS,
    bound: 'at most',
    reached: sliced,
  })
}
