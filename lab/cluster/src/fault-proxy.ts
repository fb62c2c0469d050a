import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of 127.0.0.1. */
export type Address = { host: string; port: number }

/** Fault of a link in the bytes that pass. */
export type LinkFault =
  /** Closes all connections and refuses new ones. */
  | { kind: 'cut' }
  /** Keeps connections open and passes nothing on, as a network that loses all packets. */
  | { kind: 'hang' }
  /** Delays everything, in either direction. */
  | { kind: 'slow'; delayMs: number }

/** A TCP proxy between two parts of a cluster, which can fail. */
export type FaultProxy = Address & {
  /** Null for none. Bytes that were held back pass again. */
  setFault: (fault: LinkFault | null) => void
  setTarget: (target: Address) => void
  close: () => Promise<void>
}

/** Starts a proxy on a free loopback port in front of `target`. */
export async function startFaultProxy(target: Address): Promise<FaultProxy> {
  const state: LinkState = { target, fault: null, healed: Promise.withResolvers() }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (state.fault?.kind === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...state.target, noDelay: true })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      void pass(socket, other, state)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const setFault = (fault: LinkFault | null) => {
    state.fault = fault
    state.healed.resolve()
    state.healed = Promise.withResolvers()
    if (fault?.kind === 'cut') dropAll()
  }
  return {
    host: '127.0.0.1',
    port: address.port,
    setFault,
    setTarget: (next) => {
      state.target = next
    },
    close: async () => {
      setFault(null)
      server.close()
      dropAll()
      await once(server, 'close')
    },
  }
}

type LinkState = {
  target: Address
  fault: LinkFault | null
  /** Resolves when the fault changes. */
  healed: PromiseWithResolvers<void>
}

/** Copies bytes from `from` to `to`, in order, as the current fault allows. */
async function pass(from: Socket, to: Socket, state: LinkState): Promise<void> {
  try {
    for await (const chunk of from) {
      while (state.fault?.kind === 'hang') await state.healed.promise
      if (state.fault?.kind === 'slow') await sleep(state.fault.delayMs)
      if (!to.write(chunk)) await once(to, 'drain')
    }
    to.end()
  } catch {
    to.destroy()
  }
}
