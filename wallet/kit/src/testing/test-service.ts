import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ServiceReply = {
  status?: number
  headers?: Record<string, string>
  body: unknown
} | null

export type TestService = {
  url: string
  /** URLs requested so far. */
  requests: URL[]
  stop: () => void
}

type Respond = (path: string, request: { token: string | undefined; body: unknown }) => ServiceReply

/** Starts an HTTP server in place of the wallet service. For a reply of null, it never responds. */
export async function startTestService(respond: Respond): Promise<TestService> {
  const requests: URL[] = []
  const server: Server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', '*').end()
      return
    }
    const url = new URL(request.url ?? '', 'http://service')
    requests.push(url)
    const token = request.headers.authorization?.replace('Bearer ', '')
    const reply = respond(url.pathname, { token, body: await readJson(request) })
    if (reply === null) return
    const { status = 200, headers, body } = reply
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += part
  return text === '' ? null : JSON.parse(text)
}
