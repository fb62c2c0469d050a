import { startTraceCollector, type TraceCollector } from '@bullring/server/testing/trace-collector'
import { startService } from '@bullring/stack/start-service'
import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { gameVariables } from '../../testing/start-game-service.ts'

const USD = 100_000_000n

let resources: AsyncDisposableStack
let collector: TraceCollector

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  collector = await startTraceCollector()
  resources.defer(collector.close)
})

afterEach(() => resources.disposeAsync())

/** A process that indexes and one that serves live events, both with traces. */
async function startProcesses() {
  const nats = await startNatsServer()
  resources.defer(nats.stop)
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const database = await createTestDatabase(inject('postgresUrl'))
  resources.defer(database.drop)
  for (const role of ['index', 'stream']) {
    const env = gameVariables(chain, database.url, {
      GAME_ROLES: role,
      GAME_NATS_URL: nats.url,
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: role,
    })
    const { child } = await startService({ service: 'game', env })
    resources.defer(async () => {
      await child.stop()
    })
  }
  return chain
}

/** Returns the spans from the broadcast of a step back to its first, of the last trace that has a broadcast. */
function chainOfSpans() {
  const chain = [collector.spans.findLast(({ name }) => name === 'broadcast step')]
  for (;;) {
    const last = chain.at(-1)
    const parent = collector.spans.find(
      ({ traceId, spanId }) => traceId === last?.traceId && spanId === last.parentSpanId,
    )
    if (parent === undefined) return chain.map((span) => `${span?.service}: ${span?.name}`)
    chain.push(parent)
  }
}

describe.skipIf(NATS_PROGRAM === null)('traces of live events', () => {
  test('join the indexing process, NATS and the process that serves live events', async () => {
    const chain = await startProcesses()
    let block = 0
    const mine = async () => {
      block += 1
      await chain.push(600n * USD, chain.schedule.genesisTimestamp + block)
      return chainOfSpans()
    }
    await expect
      .poll(mine)
      .toEqual(['stream: broadcast step', 'stream: receive step', 'index: send step'])
  })
})
