import { createServer } from 'node:http'

/** Baseline: a bare node:http server in a child process that responds to every request with the body of the last PUT. */
let body = Buffer.alloc(0)
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    if (request.method === 'PUT') body = Buffer.concat(chunks)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') {
    process.send?.({ url: `http://127.0.0.1:${address.port}` })
  }
})
process.once('disconnect', () => process.exit())
