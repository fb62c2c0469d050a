import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export type SocketProxy = {
  /** WebSocket URL of the node behind it. */
  url: string
  /** Closes all connections; further ones are closed too until `restore`. */
  cut: () => void
  /** Passes nothing on from the node until `restore`. */
  silence: () => void
  restore: () => void
  close: () => Promise<void>
}

/** Starts a TCP proxy in front of a node that can cut or silence connections. */
export async function startSocketProxy(rpcUrl: string): Promise<SocketProxy> {
  const { hostname: host, port } = new URL(rpcUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createServer((socket) => {
    const upstream = connect({ host, port: Number(port) })
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      upstream.destroy()
    })
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    if (state === 'cut') socket.destroy()
    socket.pipe(upstream)
    upstream.on('data', (bytes) => {
      if (state === 'open') socket.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    state = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    silence: () => {
      state = 'silent'
    },
    restore: () => {
      state = 'open'
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
