import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Baseline: a plain node:http server that reads the request and answers with bytes it was given.
 * A process of its own, as the service is.
 */
const server = createServer(async (request, response) => {
  const asked = await text(request)
  if (request.method === 'PUT') {
    body = asked
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
let body = ''
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.once('disconnect', () => process.exit())
