import { StreamEvent } from '@bullring/game-api/stream'
import { toEpoch } from '@bullring/prediction/units'
import * as z from 'zod'
import type { Changed } from '../events/changed.ts'
import type { Step, Trades } from '../events/step.ts'

/** Raised when older processes would misread newer messages: they read the journal instead. */
const VERSION = 1

const Position = z.int().nonnegative()
const Epoch = z.int().nonnegative()
const Answer = z.string().regex(/^\d{1,78}$/)

const Envelope = z.object({
  version: z.literal(VERSION),
  since: Position,
  position: Position,
  hasSettled: z.boolean(),
  /** Accounts are those of the trades. Absent from older processes; null where anything may have changed, or trades lack accounts. */
  changed: z.nullish(z.object({ epochs: z.array(Epoch), answers: z.array(Answer) })),
  /** Null when they are too many for a message. */
  events: z.nullable(
    z.object({
      shared: z.array(StreamEvent),
      /** Addresses of 20 bytes, one after the other. */
      trades: z.array(z.object({ epoch: Epoch, accounts: z.base64() })),
      decided: z.array(Epoch),
    }),
  ),
})

/** Serializes a step for all processes, in at most `maxBytes`. */
export function encodeStep(step: Step, maxBytes: number): string {
  const { since, position, hasSettled, changed, events } = step
  const base: z.input<typeof Envelope> = {
    version: VERSION,
    since,
    position,
    hasSettled,
    changed: null,
    events: null,
  }
  if (events === null) return JSON.stringify(base)
  const trades = events.trades.map(({ epoch, accounts }) => ({
    epoch: Number(epoch),
    accounts: accounts.toString('base64'),
  }))
  const decided = events.decided.map(Number)
  const text = JSON.stringify({
    ...base,
    changed: hasAccounts(events.trades, changed) ? encodeChanged(changed) : null,
    events: { shared: events.shared, trades, decided },
  })
  return Buffer.byteLength(text) <= maxBytes ? text : JSON.stringify(base)
}

/** Parses a step; null when it is not one of this version. */
export function decodeStep(text: string): Step | null {
  const { data } = Envelope.safeParse(parseJson(text))
  if (data === undefined) return null
  const { since, position, hasSettled, events } = data
  if (events === null) return { since, position, hasSettled, changed: null, events }
  const trades = events.trades.map(({ epoch, accounts }) => ({
    epoch: toEpoch(epoch),
    accounts: Buffer.from(accounts, 'base64'),
  }))
  const decided = events.decided.map(toEpoch)
  return {
    since,
    position,
    hasSettled,
    changed: decodeChanged(data.changed, trades),
    events: { shared: events.shared, trades, decided },
  }
}

/** A reset has no trades. */
function hasAccounts(trades: readonly Trades[], changed: Changed | null): boolean {
  const named = trades.reduce((bytes, { accounts }) => bytes + accounts.length, 0)
  return changed?.accounts.length === named
}

type EncodedChanged = z.input<typeof Envelope>['changed']

function encodeChanged(changed: Changed | null): EncodedChanged {
  if (changed === null) return null
  const { epochs, answers } = changed
  return { epochs: epochs.map(Number), answers: answers.map(String) }
}

function decodeChanged(encoded: EncodedChanged, trades: readonly Trades[]): Changed | null {
  if (!encoded) return null
  return {
    accounts: Buffer.concat(trades.map(({ accounts }) => accounts)),
    epochs: encoded.epochs.map(toEpoch),
    answers: encoded.answers.map(BigInt),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
