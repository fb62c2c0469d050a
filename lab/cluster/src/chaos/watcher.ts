import { setTimeout as sleep } from 'node:timers/promises'
import { POSITION_HEADER, positionsText } from '@bullring/game-api/positions'
import type { Round } from '@bullring/game-api/round'
import { RoundsResponse } from '@bullring/game-api/rounds'
import { StreamMessage } from '@bullring/game-api/stream'
import { type Trade, TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { Address } from 'viem'
import * as z from 'zod/mini'

const RECONNECT_MS = 200
const REQUEST_TIMEOUT_MS = 10_000
/** The server sends a heartbeat each two seconds. */
const SILENCE_MS = 10_000
const ROUNDS = 50
const TRADES = 200

/**
 * A client of live events, which resumes after each break. It has the same state as a page: the first responses, live events,
 * and responses fetched again after a reset.
 */
export class Watcher {
  readonly rounds = new Map<number, Round>()
  readonly trades = new Map<number, Trade>()
  readonly counts = { events: 0, reconnects: 0, resets: 0 }
  readonly account: Address
  readonly #url: string
  #lastId: string | null = null
  #areRoundsDue = true
  #areTradesDue = true
  /** Rounds that events described while a response was on its way: the event is newer. */
  readonly #changed = new Set<number>()

  constructor(url: string, account: Address) {
    this.#url = url
    this.account = account
  }

  /** True when nothing remains to be fetched. */
  get isSettled(): boolean {
    return !(this.#areRoundsDue || this.#areTradesDue)
  }

  /** Follows the game until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#fetchLoop(signal), this.#listenLoop(signal)])
  }

  async #fetchLoop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#fetchTrades().catch(() => {
        this.#areTradesDue = true
      })
      await this.#fetchRounds().catch(() => {
        this.#areRoundsDue = true
      })
      await sleep(RECONNECT_MS)
    }
  }

  async #listenLoop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#listen(signal).catch(() => undefined)
      this.counts.reconnects += 1
      await sleep(RECONNECT_MS)
    }
  }

  async #fetchTrades(): Promise<void> {
    if (!this.#areTradesDue) return
    this.#areTradesDue = false
    const body = { user_address: this.account, limit: TRADES }
    const json = await this.#post('/api/trades-by-user', body)
    replaceNewest(this.trades, z.parse(TradesByUserResponse, json), TRADES)
    await this.#post('/api/leaderboard', { window: 'all' })
  }

  async #fetchRounds(): Promise<void> {
    if (!this.#areRoundsDue) return
    this.#areRoundsDue = false
    this.#changed.clear()
    const json = await this.#post('/api/rounds', { limit: ROUNDS })
    replaceNewest(this.rounds, z.parse(RoundsResponse, json), ROUNDS, this.#changed)
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#lastId !== null && {
          [POSITION_HEADER]: positionsText(new Map([[DEFAULT_SYMBOL, Number(this.#lastId)]])),
        }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return await response.json()
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    try {
      const response = await fetch(`${this.#url}/api/stream?user_address=${this.account}`, {
        headers: this.#lastId === null ? {} : { 'last-event-id': this.#lastId },
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (!response.ok || response.body === null) return
      for await (const { id, message } of messagesOf(response.body)) {
        timer.refresh()
        if (message !== null) this.#apply(message)
        if (id === null) continue
        // The first responses are as new as this event: a node that is behind would leave out what came before it.
        if (this.#lastId === null) this.#areRoundsDue = this.#areTradesDue = true
        this.#lastId = id
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #apply({ event, data }: z.infer<typeof StreamMessage>): void {
    if (event === 'heartbeat') return
    this.counts.events += 1
    if (event === 'round') {
      this.rounds.set(data.epoch, data)
      this.#changed.add(data.epoch)
    }
    if (event === 'trade' || event === 'reset') this.#areTradesDue = true
    if (event !== 'reset') return
    this.counts.resets += 1
    this.#areRoundsDue = true
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
