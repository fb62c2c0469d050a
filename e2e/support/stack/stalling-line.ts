import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the game that can stall, as a phone's line does in a tunnel: nothing closes, nothing arrives. */
export type StallingLine = AsyncDisposable & {
  /** URL of the game through this line. */
  url: string
  stall: () => void
  resume: () => void
}

/** Opens a line to a server of this machine. */
export async function openStallingLine(port: number): Promise<StallingLine> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false
  const flow = ([a, b]: readonly [Socket, Socket]) => a.pipe(b).pipe(a)
  const hold = ([a, b]: readonly [Socket, Socket]) => {
    a.unpipe(b).pause()
    b.unpipe(a).pause()
  }
  const server = createServer((client) => {
    const pair = [client, connect(port, '127.0.0.1')] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        for (const end of pair) end.destroy()
      })
    }
    if (!isStalled) flow(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall: () => {
      isStalled = true
      for (const pair of pairs) hold(pair)
    },
    resume: () => {
      isStalled = false
      for (const pair of pairs) flow(pair)
    },
    [Symbol.asyncDispose]: async () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
