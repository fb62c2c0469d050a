import { once } from 'node:events'
import { connect } from 'node:net'
import { type Listener, listen } from '@bullring/server/http/listen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSink } from './open-sink.ts'
import type { StreamSink } from './stream-hub.ts'

const EVENT = Buffer.from('event: heartbeat\ndata: {}\n\n')

let service: Listener
/** The response of each request, and the bytes that waited after an event in the same turn of the event loop. */
const opened: { sink: StreamSink | null; waiting: number | undefined }[] = []

beforeAll(async () => {
  service = await listen(
    ({ url }, response) => {
      if (url === '/slow') return
      const sink = openSink(response, { 'content-type': 'text/event-stream' })
      sink?.write(EVENT)
      opened.push({ sink, waiting: sink?.writableLength })
      sink?.end()
    },
    { host: '127.0.0.1', port: 0 },
  )
})

afterAll(() => service.close())

describe('openSink', () => {
  test('writes an event in the turn in which it is sent, and ends with the connection', async () => {
    const response = await fetch(service.url)
    expect(response.headers.get('transfer-encoding')).toBeNull()
    expect(await response.text()).toBe(EVENT.toString())
    expect(opened.at(-1)?.waiting).toBe(0)
  })

  test('writes no event after a HEAD request', async () => {
    const { status } = await fetch(service.url, { method: 'HEAD' })
    expect([status, opened.at(-1)?.sink]).toEqual([200, null])
  })

  test('writes nothing into the response to an earlier request', async () => {
    const before = opened.length
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
    await once(socket, 'connect')
    socket.write(['/slow', '/'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
    await expect.poll(() => opened.length).toBe(before + 1)
    expect(opened.at(-1)?.sink).toBeNull()
    socket.destroy()
  })
})
