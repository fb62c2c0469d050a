import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import { DeliverPolicy, type JsMsg, jetstream } from '@nats-io/jetstream'
import type { Logger } from 'pino'
import type { ListenForChanges } from '../../db/share-changes.ts'
import type { Step } from '../events/step.ts'
import { followJournal, sendNewest } from '../postgres/follow-journal.ts'
import type { Journal } from '../postgres/journal.ts'
import type { StepMetrics, StepSink } from '../step-source.ts'
import { decodeStep } from './envelope.ts'
import { followSubject } from './follow-subject.ts'
import type { Channel, Nats } from './nats.ts'
import { ALIVE_MS } from './publish-steps.ts'
import { traceReceive } from './step-spans.ts'

export type FollowStepsDeps = {
  nats: Nats
  channel: Channel
  journal: Journal
  listen: ListenForChanges
  log: Logger
  metrics: StepMetrics
}

/** After this time without a message, NATS or the process that publishes is down. */
const SILENT_MS = 3 * ALIVE_MS
const CHECK_MS = 250
const RETRY_MS = 500
/** Steps that clients may resume from, when this process starts. */
const REMEMBERED_MS = 300_000
const MESSAGES_AT_ONCE = 100

/**
 * Sends the steps that another process publishes, until `signal` aborts. While none arrive, it follows the journal
 * itself: positions come from the journal, so that nothing is lost or sent twice.
 */
export async function followSteps(
  deps: FollowStepsDeps,
  sink: StepSink,
  signal: AbortSignal,
): Promise<void> {
  const follower = new StepFollower(deps, sink, signal)
  await Promise.all([
    follower.consume(),
    follower.hearAlive(),
    follower.replace(),
    follower.watch(),
  ])
}

class StepFollower {
  readonly #deps: FollowStepsDeps
  readonly #sink: StepSink
  readonly #signal: AbortSignal
  #receivedAtMs = performance.now()
  /** Position of the process that publishes. */
  #published = 0
  /** Ends after the step that is being sent. */
  #turn: Promise<unknown> = Promise.resolve()
  #restart: () => void = () => undefined

  constructor(deps: FollowStepsDeps, sink: StepSink, signal: AbortSignal) {
    this.#deps = deps
    this.#sink = sink
    this.#signal = signal
  }

  /** Sends the steps of the stream. */
  async consume(): Promise<void> {
    while (!this.#signal.aborted) {
      const ending = new AbortController()
      try {
        await this.#consumeUntil(AbortSignal.any([this.#signal, ending.signal]))
      } catch (error) {
        this.#deps.log.debug({ error: errorSummary(error) }, 'steps not received, retrying')
      }
      ending.abort()
      await this.#pause(RETRY_MS)
    }
  }

  async #consumeUntil(stopped: AbortSignal): Promise<void> {
    const { nats, channel } = this.#deps
    const connection = await nats.connection()
    const consumer = await jetstream(connection).consumers.get(channel.stream, {
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(Date.now() - REMEMBERED_MS).toISOString(),
    })
    const messages = await consumer.consume({ max_messages: MESSAGES_AT_ONCE })
    stopped.addEventListener('abort', () => messages.stop(), { once: true })
    if (stopped.aborted) messages.stop()
    this.#restart = () => messages.stop()
    for await (const message of messages) await this.#receive(message)
  }

  /** Hears from the process that publishes. */
  hearAlive(): Promise<void> {
    const { nats, channel, log } = this.#deps
    const onText = (text: string) => {
      const position = Number(text)
      if (!Number.isSafeInteger(position)) return
      this.#receivedAtMs = performance.now()
      this.#published = position
    }
    return followSubject({ nats, subject: channel.aliveSubject, log }, onText, this.#signal)
  }

  /** Follows the journal while nothing arrives. */
  async replace(): Promise<void> {
    const { listen, log, metrics } = this.#deps
    metrics.replacing(false)
    const isSilent = () => performance.now() - this.#receivedAtMs > SILENT_MS
    const step = (signal: AbortSignal) => this.#inTurn(() => this.#sendNewest(signal))
    while (!this.#signal.aborted) {
      await this.#pause(CHECK_MS)
      if (!isSilent() || this.#signal.aborted) continue
      log.warn('NATS is silent, following the database')
      metrics.replacing(true)
      const ending = new AbortController()
      const signal = AbortSignal.any([this.#signal, ending.signal])
      const following = followJournal({ listen, step, log }, signal)
      while (isSilent() && !this.#signal.aborted) await this.#pause(CHECK_MS)
      ending.abort()
      await following
      metrics.replacing(false)
      if (!this.#signal.aborted) log.info('NATS is back')
    }
  }

  /** Reads the journal when the process that publishes is elsewhere and nothing arrives: messages were lost. */
  async watch(): Promise<void> {
    let before = -1
    while (!this.#signal.aborted) {
      await this.#pause(2 * ALIVE_MS)
      const position = this.#sink.position()
      const isStuck = position === before && this.#published !== 0 && this.#published !== position
      before = position
      if (!isStuck || this.#signal.aborted) continue
      this.#restart()
      await this.#inTurn(() => this.#sendNewest(this.#signal)).catch(this.#warn)
    }
  }

  async #receive(message: JsMsg): Promise<void> {
    this.#receivedAtMs = performance.now()
    this.#deps.metrics.waiting(message.info.pending)
    const step = decodeStep(message.string())
    while (!this.#signal.aborted) {
      try {
        return await this.#inTurn(async () => {
          if (step === null) await this.#sendNewest(this.#signal)
          else if (this.#isEarlier(step)) this.#sink.remember(step)
          else await traceReceive(message, () => this.#send(step))
        })
      } catch (error) {
        this.#warn(error)
        await this.#pause(RETRY_MS)
      }
    }
  }

  async #send(step: Step): Promise<void> {
    await this.#sink.send(await this.#following(step), this.#signal)
  }

  /** A step back to before the position follows it all the same: a restored database has lost changes. */
  #isEarlier({ since, position }: Step): boolean {
    const sent = this.#sink.position()
    return position <= sent && since !== sent
  }

  /** Returns the step. When steps before it are missing, or part of it was sent, reads up to its end from the journal. */
  async #following(step: Step) {
    const since = this.#sink.position()
    if (step.since === since) return step
    return await this.#deps.journal.read({ since, until: step.position })
  }

  #sendNewest(signal: AbortSignal): Promise<number> {
    return sendNewest(this.#deps.journal, this.#sink, signal)
  }

  /** Sends one step at a time, from either source. */
  #inTurn<result>(task: () => Promise<result>): Promise<result> {
    const done = this.#turn.then(task)
    this.#turn = done.catch(() => undefined)
    return done
  }

  readonly #warn = (error: unknown): void => {
    this.#deps.log.warn({ error: errorSummary(error) }, 'live event delivery failed, retrying')
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined)
  }
}
