import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { askKitService } from './kit-service.ts'

type Mood = 'answers' | 'is silent' | 'fails' | 'refuses'

/** The wallet service's catalogue behind a tap. */
export type Catalogue = {
  url: string
  /** How it behaves from now on. */
  set: (mood: Mood) => void
  stop: () => Promise<void>
}

/** Hands calls on to the stack's wallet service, until it is told to misbehave. */
export async function startCatalogue(): Promise<Catalogue> {
  let mood: Mood = 'answers'
  const server = createServer(async (request, response) => {
    if (mood === 'is silent') return
    response.setHeader('access-control-allow-origin', '*')
    if (mood === 'fails') return void response.writeHead(503).end()
    if (mood === 'refuses')
      return void response.writeHead(403).end('Unauthorized: origin not allowed')
    await handOn(request.url ?? '/', response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      mood = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handOn(path: string, response: ServerResponse): Promise<void> {
  const answer = await askKitService(path)
  response.setHeader('content-type', answer.headers.get('content-type') ?? '')
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}
