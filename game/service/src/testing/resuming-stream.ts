import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { StreamEvent } from '@bullring/game-api/stream'
import { parse } from '@bullring/wire/parse'

type ReceivedEvent = StreamEvent & { id: number }

/** A client of the live events that resumes a broken stream, as browsers do. */
export type ResumingStream = {
  events: readonly ReceivedEvent[]
  /** Number of times that the stream was opened. */
  connects: () => number
  isOpen: () => boolean
}

const RETRY_MS = 50

/** Opens a stream and keeps it open until `signal` aborts. */
export function openResumingStream(url: string, signal: AbortSignal): ResumingStream {
  const events: ReceivedEvent[] = []
  let connects = 0
  let isOpen = false
  const follow = async () => {
    while (!signal.aborted) {
      const response = await connect(url, events.at(-1)?.id, signal).catch(() => null)
      if (response?.statusCode === 200) {
        connects += 1
        isOpen = true
        await readEvents(response, (event) => events.push(event)).catch(() => undefined)
        isOpen = false
      }
      await sleep(RETRY_MS)
    }
  }
  void follow()
  return { events, connects: () => connects, isOpen: () => isOpen }
}

async function connect(
  url: string,
  lastId: number | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = lastId === undefined ? {} : { 'last-event-id': `${lastId}` }
  const [response] = await once(get(url, { headers, agent: false, signal }), 'response')
  return response
}

async function readEvents(
  response: IncomingMessage,
  onEvent: (event: ReceivedEvent) => void,
): Promise<void> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    const blocks = `${text}${part}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = toEvent(block)
      if (event !== null) onEvent(event)
    }
  }
}

function toEvent(block: string): ReceivedEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  if (data === undefined || field('event') === 'heartbeat') return null
  const event = parse(StreamEvent, { event: field('event'), data: JSON.parse(data) })
  return { ...event, id: Number(field('id')) }
}
