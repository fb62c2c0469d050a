import { setTimeout as sleep } from 'node:timers/promises'
import type { Round } from '@bullring/wire/game-api/round'
import { RoundsResponse } from '@bullring/wire/game-api/rounds'
import { StreamMessage } from '@bullring/wire/game-api/stream'
import { type Trade, TradesByUserResponse } from '@bullring/wire/game-api/trades-by-user'
import type { Address } from 'viem'
import * as z from 'zod/mini'

const RECONNECT_MS = 200
const REQUEST_TIMEOUT_MS = 10_000
/** The server sends a heartbeat each two seconds. */
const SILENCE_MS = 10_000
const ROUNDS = 50
const TRADES = 200

/** What one page knows: the first responses, live events, and what it fetched again after a reset. */
export type Watcher = {
  account: Address
  rounds: ReadonlyMap<number, Round>
  trades: ReadonlyMap<number, Trade>
  counts: { events: number; reconnects: number; resets: number }
  /** True when nothing remains to be fetched. */
  isSettled: () => boolean
  run: (signal: AbortSignal) => Promise<void>
}

/** Creates a client of live events at `url`, which resumes after each break. */
export function createWatcher(url: string, account: Address): Watcher {
  const rounds = new Map<number, Round>()
  const trades = new Map<number, Trade>()
  const counts = { events: 0, reconnects: 0, resets: 0 }
  const state = { lastId: null as string | null, areRoundsDue: true, areTradesDue: true }
  /** Rounds that events described while a response was on its way: the event is newer. */
  const changed = new Set<number>()

  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(state.lastId !== null && { 'bullring-position': state.lastId }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return await response.json()
  }
  const fetchDue = async () => {
    if (state.areTradesDue) {
      state.areTradesDue = false
      const body = { user_address: account, limit: TRADES }
      await post('/api/trades-by-user', body).then(
        (json) => replaceNewest(trades, z.parse(TradesByUserResponse, json), TRADES),
        () => {
          state.areTradesDue = true
        },
      )
    }
    if (!state.areRoundsDue) return
    state.areRoundsDue = false
    changed.clear()
    await post('/api/rounds', { limit: ROUNDS }).then(
      (json) => replaceNewest(rounds, z.parse(RoundsResponse, json), ROUNDS, changed),
      () => {
        state.areRoundsDue = true
      },
    )
  }
  const apply = ({ event, data }: z.infer<typeof StreamMessage>) => {
    if (event === 'heartbeat') return
    counts.events += 1
    if (event === 'round') {
      rounds.set(data.epoch, data)
      changed.add(data.epoch)
    }
    if (event === 'trade' || event === 'reset') state.areTradesDue = true
    if (event !== 'reset') return
    counts.resets += 1
    state.areRoundsDue = true
  }
  const receive = ({ id, message }: Frame) => {
    if (message !== null) apply(message)
    if (id !== null) state.lastId = id
  }
  const listen = async (signal: AbortSignal) => {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(`${url}/api/stream?user_address=${account}`, {
        headers: state.lastId === null ? {} : { 'last-event-id': state.lastId },
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (!response.ok || response.body === null) return
      if (state.lastId === null) state.areRoundsDue = state.areTradesDue = true
      for await (const frame of messagesOf(response.body)) {
        timer.refresh()
        receive(frame)
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const fetchLoop = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await fetchDue()
      await sleep(RECONNECT_MS)
    }
  }
  const listenLoop = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await listen(signal).catch(() => undefined)
      counts.reconnects += 1
      await sleep(RECONNECT_MS)
    }
  }
  return {
    account,
    rounds,
    trades,
    counts,
    isSettled: () => !(state.areRoundsDue || state.areTradesDue),
    run: async (signal) => {
      await Promise.all([fetchLoop(signal), listenLoop(signal)])
    },
  }
}

/** Entries that the response would contain, but does not, were undone. */
function replaceNewest<item extends { epoch: number }>(
  known: Map<number, item>,
  newest: readonly item[],
  limit: number,
  kept: ReadonlySet<number> = new Set(),
): void {
  const oldest = newest.length < limit ? 0 : (newest.at(-1)?.epoch ?? 0)
  for (const epoch of known.keys()) if (epoch >= oldest && !kept.has(epoch)) known.delete(epoch)
  for (const item of newest) if (!kept.has(item.epoch)) known.set(item.epoch, item)
}

type Frame = { id: string | null; message: z.infer<typeof StreamMessage> | null }

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) yield parseFrame(frame)
  }
}

function parseFrame(text: string): Frame {
  const fields = new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  const event = fields.get('event')
  const id = fields.get('id') ?? null
  if (event === undefined) return { id, message: null }
  const data: unknown = JSON.parse(fields.get('data') ?? '{}')
  return { id, message: z.parse(StreamMessage, { event, data }) }
}
