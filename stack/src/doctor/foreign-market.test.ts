import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runSetup } from '../setup/run-setup.ts'
import { examine } from './examine.ts'

const PREDICTION = '0x00000000000000000000000000000000000000AA'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-foreign-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function findings(markets: string) {
  await runSetup({
    folder,
    earlier: null,
    answersFile: null,
    ask: null,
    isMoved: false,
    env: {},
    answers: { domain: 'bullring.example', nodes: 'http://127.0.0.1:1', markets },
    print: () => undefined,
  })
  const found = await examine({
    folder,
    earlier: null,
    recipient: null,
    backups: null,
    reach: { address: '127.0.0.1', port: 1, authority: null, nameServers: ['127.0.0.1:1'] },
    signal: AbortSignal.timeout(2_000),
  })
  return found.map(({ capability, state }) => `${capability} ${state}`)
}

describe('examine', () => {
  test('looks for no keeper where each market has its own operator', async () => {
    const found = await findings(`BNB=pancake-v2:${PREDICTION}`)
    expect(found).toContain('settings on')
    expect(found).toContain('market on')
    expect(found.join()).not.toContain('keeper')
  })

  test('looks for the keeper of a market of ours', async () => {
    const found = await findings(`BNB=${PREDICTION}`)
    expect(found).toContain('service keeper broken')
  })
})
