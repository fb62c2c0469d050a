import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { earlierFiles, FILES, readSettings, writeSettings } from './settings-folder.ts'

const KEY = `0x${'1'.repeat(64)}`
const OTHER_KEY = `0x${'2'.repeat(64)}`

let folder = ''
let earlier = { start: '', keeper: '' }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-settings-'))
  earlier = { start: join(folder, 'earlier.env'), keeper: join(folder, 'earlier-keeper.env') }
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)

describe('earlierFiles', () => {
  test.each([undefined, '/etc/bullring', '/etc/bullring/', '/etc/../etc/bullring'])(
    'count for the folder %j',
    (named) => {
      expect(earlierFiles(named)?.start).toBe('/etc/bullring.env')
    },
  )

  test('do not count for another folder', () => {
    expect(earlierFiles('/etc/bullring-test')).toBeNull()
  })
})

describe('readSettings', () => {
  test.each(Object.values(FILES))('takes over the earlier files beside a lone %s', async (name) => {
    await writeFile(earlier.start, 'CHAIN_ID=97\nDATA_DIR=/srv\nCUSTODY_KEKS=kek\n')
    await writeFile(earlier.keeper, `GAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    await write(name, '')
    expect(await readSettings(folder, earlier)).toEqual({
      start: { CHAIN_ID: '97', DATA_DIR: '/srv', CUSTODY_KEKS: 'kek' },
      keeper: { GAME_KEEPER_PRIVATE_KEY: KEY },
    })
  })

  test.each([
    ['secrets', [FILES.keeper, FILES.start]],
    ['secrets and keeper', [FILES.start]],
  ])('ends a takeover that stopped after %s', async (_, missing) => {
    await writeFile(earlier.start, `CHAIN_ID=97\nVAULT_KEKS=kek\nGAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    const settings = await readSettings(folder, earlier)
    await writeSettings(folder, settings)
    for (const name of missing) await rm(join(folder, name))
    expect(await readSettings(folder, earlier)).toEqual(settings)
  })

  test('reads no earlier file once all of the folder exist', async () => {
    await writeSettings(folder, { start: { CHAIN_ID: '97' }, keeper: {} })
    await writeFile(earlier.start, 'VAULT_KEKS=kek\n')
    expect(await readSettings(folder, earlier)).toEqual({ start: { CHAIN_ID: '97' }, keeper: {} })
  })

  test('moves all settings of the keeper with its key', async () => {
    const settings = {
      GAME_KEEPER_PRIVATE_KEY: KEY,
      GAME_KEEPER_DRY_RUN: 'true',
      GAME_KEEPER_MAX_FEE_GWEI: '3',
      GAME_KEEPER_SETTLE_EMPTY: 'true',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(earlier.start, `CHAIN_ID=97\n${lines.join('')}`)
    expect(await readSettings(folder, earlier)).toEqual({
      start: { CHAIN_ID: '97' },
      keeper: settings,
    })
  })

  test('accepts one key of the keeper in both files', async () => {
    await writeFile(earlier.start, `GAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    await writeFile(earlier.keeper, `GAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    const { keeper } = await readSettings(folder, earlier)
    expect(keeper).toEqual({ GAME_KEEPER_PRIVATE_KEY: KEY })
  })

  test('error: two keys of the keeper', async () => {
    await writeFile(earlier.start, `GAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    await writeFile(earlier.keeper, `GAME_KEEPER_PRIVATE_KEY=${OTHER_KEY}\n`)
    await expect(readSettings(folder, earlier)).rejects.toThrow('two different keys of the keeper')
    await write(FILES.start, `GAME_KEEPER_PRIVATE_KEY=${KEY}\n`)
    await write(FILES.secrets, '')
    await write(FILES.keeper, `GAME_KEEPER_PRIVATE_KEY=${OTHER_KEY}\n`)
    await expect(readSettings(folder)).rejects.toThrow('two different keys of the keeper')
  })
})
