import type { Server, Socket } from 'node:net'
import { HeldCounts } from '../../limits/held-counts.ts'
import { isLoopback, socketIp } from '../request/client-ip.ts'

/**
 * Closes connections of an address beyond `maxPerIp`, whatever they are used for: most do not send a request. Programs on
 * this machine, and so its reverse proxy, are not limited.
 */
export function limitConnections(server: Server, maxPerIp: number): void {
  const open = new HeldCounts(maxPerIp)
  server.on('connection', (socket: Socket) => {
    if (isLoopback(socket.remoteAddress ?? '')) return
    const ip = socketIp(socket)
    if (!open.hasRoom(ip)) return void socket.destroy()
    open.add(ip)
    socket.once('close', () => open.remove(ip))
  })
}
