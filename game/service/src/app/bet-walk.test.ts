import { filesRunBy } from '@bullring/stack/testing/files-run-by'
import { parseEther } from 'viem'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameService } from '../testing/start-game-service.ts'

const USD = 100_000_000n

/** Loops and measurements that run in the meantime, whether or not there is a bet. */
const OTHERS =
  /\/(?:metrics|push|reread|webhooks)\/|audit|retention|report-|history-progress|request-connections|keep-partitions|pause/

/** The way that game/README.md describes, 46 files, and a loop that may run beside it. A longer one needs a reason, and a word there. */
const MOST_FILES = 50
const DESCRIBED = [
  'game/service/src/indexer/run-indexer.ts',
  'game/service/src/indexer/sync.ts',
  'game/service/src/indexer/read/chain-source.ts',
  'game/service/src/indexer/read/apply-log.ts',
  'game/service/src/indexer/write/index-writes.ts',
  'game/service/src/stream/postgres/follow-journal.ts',
  'game/service/src/stream/events/to-events.ts',
  'game/service/src/stream/clients/stream-hub.ts',
]

test('the way of a bet through the service is short', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(() => database.drop())
  const { url, stop } = await startGameService(chain, database.url)
  onTestFinished(() => stop())
  await chain.push(599n * USD, chain.schedule.genesisTimestamp + 100)
  await chain.mine(10)
  const [trader = '0x'] = chain.traders
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const { body } = await fetch(`${url}/api/stream?symbol=BNB`, { signal: closing.signal })
  if (body === null) throw new Error('the stream has no body')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const run = await filesRunBy(async () => {
    await chain.bet(trader, 1, 'bull', parseEther('0.25'))
    let text = ''
    while (!text.includes('"bull_amount":"0.25"')) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream has ended')
      text += value
    }
  }, 'game/service/src/')
  const files = run.filter((file) => !OTHERS.test(file))
  expect(files).toEqual(expect.arrayContaining(DESCRIBED))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
})
