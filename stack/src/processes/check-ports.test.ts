import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { embeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { parseSettings } from '../settings.ts'
import { checkPorts } from './check-ports.ts'
import { portProblem } from './free-port.ts'

const HOST = '127.0.0.1'
let servers: Server[] = []

afterEach(async () => {
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  servers = []
})

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, HOST)
  await once(server, 'listening')
  servers.push(server)
  const address = server.address()
  return address instanceof Object ? address.port : 0
}

/** Returns what the operator reads. */
async function complaint(env: Record<string, string>): Promise<string> {
  const settings = parseSettings(env, [])
  return await checkPorts(settings, embeddedUrls(settings)).then(
    () => '',
    (error: Error) => error.message,
  )
}

function suggested(text: string): number {
  return Number(/PORT=(\d+) npm start/.exec(text)?.[1])
}

describe('checkPorts', () => {
  test('error: suggests a port with which everything can listen', async () => {
    const busy = await listen(0)
    const first = suggested(await complaint({ PORT: `${busy}` }))
    // The port after the suggested one is the embedded wallet's.
    await listen(first + 1)
    const text = await complaint({ PORT: `${busy}` })
    expect(text).toContain(`Port ${busy} of ${HOST} is in use by another program. Choose another:`)
    expect(suggested(text)).toBeGreaterThan(first)
    for (const offset of [0, 1, 2, 3])
      expect(await portProblem(HOST, suggested(text) + offset)).toBeNull()
  })

  test('error: names what needs a port after the first', async () => {
    const port = suggested(await complaint({ PORT: `${await listen(0)}` }))
    const busy = await listen(port + 1)
    const text = await complaint({ PORT: `${port}` })
    expect(text).toContain(`Port ${busy} of ${HOST} is in use by another program.`)
    expect(text).toContain('The embedded wallet needs it.')
    expect(text).toContain('EMBEDDED_WALLET=off npm start')
  })

  test('error: suggests a lower port when the ports after the first do not exist', async () => {
    const text = await complaint({ PORT: '65534' })
    expect(text).toMatch(/^Port 65536 of 127\.0\.0\.1 does not exist: 65535 is the highest\. The/)
    expect(suggested(text)).toBeLessThan(65_000)
  })

  test('error: an address of another machine is no problem of the port', async () => {
    expect(await complaint({ BULLRING_HOST: '192.0.2.1' })).toBe(
      '192.0.2.1 is no address of this machine. Set BULLRING_HOST to one, such as 127.0.0.1.',
    )
  })
})
