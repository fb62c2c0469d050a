import { connect } from 'node:net'

export type Target = { port: number; method: 'GET' | 'POST'; path: string; body: string }
export type LoadResult = { perSecond: number; p99Ms: number }

/**
 * Asks the same over `connections` connections, each with one request at a time, and reads each answer
 * to its end. Answers must carry a Content-Length.
 */
export async function load(
  target: Target,
  connections: number,
  durationMs: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const endMs = performance.now() + durationMs
  const clients = Array.from({ length: connections }, () => client(target, endMs, latencies))
  await Promise.all(clients)
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / (durationMs / 1_000),
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  }
}

function client(target: Target, endMs: number, latencies: number[]): Promise<void> {
  const bytes = requestBytes(target)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true })
    let sentMs = 0
    let answer = ''
    const send = () => {
      answer = ''
      sentMs = performance.now()
      socket.write(bytes)
    }
    socket.setEncoding('latin1')
    socket.once('connect', send)
    socket.once('error', reject)
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (!isWhole(answer)) return
      if (!answer.startsWith('HTTP/1.1 200')) {
        reject(new Error(answer.slice(0, 200)))
        return
      }
      const nowMs = performance.now()
      latencies.push(nowMs - sentMs)
      if (nowMs < endMs) send()
      else socket.end(resolve)
    })
  })
}

function requestBytes({ method, path, body }: Target): string {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: keep-alive']
  if (method === 'POST') {
    head.push('content-type: application/json', `content-length: ${body.length}`)
  }
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const head = answer.slice(0, headEnd)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return answer.endsWith('0\r\n\r\n')
  return answer.length >= headEnd + 4 + Number(length)
}
