import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest name of a socket on Linux: Node 20 fills shorter ones up, and its name would differ from Node 24's. */
const NAME_LENGTH = 107

/**
 * Waits until no other process installs packages below `root`, and keeps others from it until the returned function
 * is called. The lock is a listening socket: the system releases it when its process is killed.
 *
 * @param onWait - Called once, if another process has the lock.
 */
export async function lockInstallation(root, onWait) {
  const name = socketName(root)
  let hasWaited = false
  for (;;) {
    const connections = new Set()
    const server = createServer((socket) => {
      connections.add(socket)
      socket.on('error', () => socket.destroy())
    })
    if (await listens(server, name)) {
      return () => {
        server.close()
        for (const socket of connections) socket.destroy()
      }
    }
    if (!hasWaited) onWait()
    hasWaited = true
    await untilReleased(name)
  }
}

function socketName(root) {
  const name = `bullring-${createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 32)}`
  // The names on Linux and Windows are no files: nothing remains of them.
  if (process.platform === 'linux') return `\0${name.padEnd(NAME_LENGTH, '.')}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function listens(server, name) {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true))
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(name)
  })
}

/** Resolves when the process that listens has ended, or listens no more. */
function untilReleased(name) {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.once('error', (error) => {
      // A socket file of a killed process.
      if (error.code === 'ECONNREFUSED' && !name.startsWith('\0')) rmSync(name, { force: true })
    })
    socket.once('close', resolve)
  })
}
