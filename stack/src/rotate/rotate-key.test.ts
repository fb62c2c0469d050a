import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startInstallation, type TestInstallation } from '../backup/testing/test-installation.ts'
import { ensureServiceDatabase } from '../database/ensure-service-database.ts'
import { publicKeyOf } from '../embedded-wallet/embedded-keys.ts'
import { checkSettings } from '../setup/check-settings.ts'
import type { KeyName } from '../setup/make-keys.ts'
import { runSetup } from '../setup/run-setup.ts'
import {
  FILES,
  type InstalledSettings,
  readSettings,
  writeSettings,
} from '../setup/settings-folder.ts'
import { query } from '../testing/query.ts'
import { RETIRED, rotateKey } from './rotate-key.ts'
import { isKeyName, ROTATIONS } from './rotations.ts'

let installed: TestInstallation
let folder = ''
let lines: string[] = []

beforeAll(async () => {
  installed = await startInstallation()
})
afterAll(() => installed.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-rotate-'))
  lines = []
  await install({ payouts: '0.05' })
  return () => rm(folder, { recursive: true })
})

async function install(further: Record<string, string>) {
  const answers = {
    ...{
      domain: 'bullring.example',
      nodes: 'https://node.example',
      mail: 'smtps://a:b@mail.example',
    },
    ...{ 'name-zone': 'names.example', ...further },
    ...{ 'onramper-api-key': 'ak', 'onramper-webhook-secret': 'ws' },
  }
  const none = { earlier: null, answersFile: null, ask: null, isMoved: false, env: {} }
  await runSetup({ folder, answers, ...none, print: () => undefined })
  await appendFile(join(folder, FILES.start), `# mine\nDATA_DIR=${installed.dataDir}\n`)
}

const rotate = (name: KeyName, flags: { isDroppingOld?: boolean; isLeaked?: boolean } = {}) =>
  rotateKey({
    folder,
    name,
    isDroppingOld: false,
    isLeaked: false,
    ...flags,
    print: (line) => void lines.push(line),
  })

/** The variables whose values differ. */
function changed(before: InstalledSettings, after: InstalledSettings): readonly string[] {
  return (['start', 'keeper'] as const).flatMap((part) =>
    Object.keys({ ...before[part], ...after[part] })
      .filter((name) => before[part][name] !== after[part][name])
      .map((name) => `${part} ${name}`),
  )
}

const FURTHER: Partial<Record<KeyName, readonly string[]>> = {
  METRICS_TOKEN: ['keeper METRICS_TOKEN'],
  KEEPER_DATABASE_URL: ['keeper DATABASE_URL'],
  VAULT_ASSERTION_KEY: ['start CUSTODY_VAULT_PUBLIC_KEY'],
  CUSTODY_RECEIPT_KEY: ['start VAULT_CUSTODY_PUBLIC_KEY'],
}
const NAMES = Object.keys(ROTATIONS).filter(isKeyName)

describe('rotateKey', () => {
  test.each(NAMES)('%s: another key, and what follows from it', async (name) => {
    const before = await readSettings(folder)
    await rotate(name)
    const after = await readSettings(folder)
    checkSettings(after)
    const part = name === 'GAME_KEEPER_PRIVATE_KEY' ? 'keeper' : 'start'
    const expected = [`${part} ${name}`, ...(FURTHER[name] ?? [])]
    expect(changed(before, after).toSorted()).toEqual(expected.toSorted())
    const retired = await readFile(join(folder, RETIRED), 'utf8').catch(() => '')
    const old = before[part][name] ?? 'none'
    expect(retired.includes(`${name}=${old}`)).toBe(ROTATIONS[name].isRetired === true)
    expect(lines.join('\n')).toContain('systemctl restart bullring')
    expect(lines.join('\n')).not.toContain(after[part][name])
    expect(await readFile(join(folder, FILES.start), 'utf8')).toContain('# mine')
  })

  test.each([
    ['CUSTODY_KEKS', 'keep a copy of the new key elsewhere'],
    ['VAULT_KEKS', 'keep a copy of the new key elsewhere'],
    ['GAME_KEEPER_PRIVATE_KEY', 'send coins to the new keeper'],
  ] as const)('%s: names what comes before the restart', async (name, first) => {
    await rotate(name)
    const start = lines.findIndex((line) => line.includes('Next:'))
    expect(lines[start + 1]).toContain(first)
    expect(lines[start + 2]).toContain('systemctl restart')
  })

  test('signing keys keep the public halves that the other service checks', async () => {
    await rotate('VAULT_ASSERTION_KEY')
    const { start } = await readSettings(folder)
    expect(start['CUSTODY_VAULT_PUBLIC_KEY']).toBe(publicKeyOf(start['VAULT_ASSERTION_KEY'] ?? ''))
  })

  test('KEEPER_DATABASE_URL keeps its port', async () => {
    const before = await readSettings(folder)
    const moved = (before.start['KEEPER_DATABASE_URL'] ?? '').replace(':4002/', ':5999/')
    await writeSettings(folder, {
      start: { ...before.start, KEEPER_DATABASE_URL: moved },
      keeper: { ...before.keeper, DATABASE_URL: moved },
    })
    await rotate('KEEPER_DATABASE_URL')
    const { start, keeper } = await readSettings(folder)
    const url = start['KEEPER_DATABASE_URL'] ?? ''
    expect(url).not.toBe(moved)
    expect(url.replace(/:[0-9a-f]{48}@/, '')).toBe(moved.replace(/:[0-9a-f]{48}@/, ''))
    expect(keeper['DATABASE_URL']).toBe(url)
  })

  test.each(['METRICS_TOKEN', 'KEEPER_DATABASE_URL'] as const)(
    '%s: makes no keeper where others settle',
    async (name) => {
      await rm(folder, { recursive: true })
      await install({ payouts: '0.05', markets: `BNB=pancake-v2:0x${'1'.repeat(40)}` })
      expect(await readdir(folder)).not.toContain(FILES.keeper)
      await rotate(name)
      expect(await readdir(folder)).not.toContain(FILES.keeper)
      expect(lines.join('\n')).toMatch(/systemctl restart bullring$/m)
    },
  )

  test('retired keys are private, and all kept', async () => {
    await rotate('BACKUP_KEY')
    await rotate('BACKUP_KEY')
    expect((await stat(join(folder, RETIRED))).mode & 0o777).toBe(0o600)
    const text = await readFile(join(folder, RETIRED), 'utf8')
    expect(text.match(/^BACKUP_KEY=AGE-SECRET-KEY-1/gm)).toHaveLength(2)
  })

  test('error: a key that the installation does not have', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'bullring-empty-'))
    const options = { folder: empty, isDroppingOld: false, isLeaked: false, print: () => undefined }
    await expect(rotateKey({ ...options, name: 'BACKUP_KEY' })).rejects.toThrow('has no BACKUP_KEY')
    await rm(empty, { recursive: true })
  })
})

describe('key-encryption keys', () => {
  test('the older ones stay until the services have moved every share', async () => {
    const [first = ''] = [(await readSettings(folder)).start['VAULT_KEKS']]
    await rotate('VAULT_KEKS')
    await rotate('VAULT_KEKS')
    const [newest = '', second, last] =
      (await readSettings(folder)).start['VAULT_KEKS']?.split(',') ?? []
    expect(last).toBe(first)
    const ids = [newest, second].map((each) => each?.split('=')[0])
    expect(ids[0]).toBe(`${ids[1]}-2`)
    const id = first.split('=')[0]
    const url = installed.vaultUrl
    // A share in the real table needs a wallet.
    await query(
      url,
      `alter table recovery_shares rename to aside; create table recovery_shares (kek_id text);
       insert into recovery_shares values ('${id}')`,
    )
    try {
      await expect(rotate('VAULT_KEKS', { isDroppingOld: true })).rejects.toThrow(
        '1 shares still need an older key of VAULT_KEKS',
      )
      expect((await readSettings(folder)).start['VAULT_KEKS']).toContain(first)
      await query(url, `update recovery_shares set kek_id = '${ids[0]}'`)
      await rotate('VAULT_KEKS', { isDroppingOld: true })
      expect((await readSettings(folder)).start['VAULT_KEKS']).toBe(newest)
      const retired = await readFile(join(folder, RETIRED), 'utf8')
      expect(retired).toContain(`VAULT_KEKS=${second},${last}\n`)
      expect(lines.at(-1)).toContain('after a restore of an earlier backup')
    } finally {
      await query(url, 'drop table recovery_shares; alter table aside rename to recovery_shares')
    }
  })

  test('a new one has no id of a retired one, which backups may name', async () => {
    await rotate('VAULT_KEKS')
    await rotate('VAULT_KEKS', { isDroppingOld: true })
    await rotate('VAULT_KEKS')
    await rotate('VAULT_KEKS', { isDroppingOld: true })
    await rotate('VAULT_KEKS')
    const current = (await readSettings(folder)).start['VAULT_KEKS'] ?? ''
    const retired = await readFile(join(folder, RETIRED), 'utf8')
    const ids = [...`${current}\n${retired}`.matchAll(/(\d{4}[\d-]*)=[\w+/]{43}=/g)].map(
      ([, id]) => id,
    )
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })

  test('error: nothing to drop, or no list', async () => {
    const flags = { isDroppingOld: true }
    await expect(rotate('CUSTODY_KEKS', flags)).rejects.toThrow('no older one')
    await expect(rotate('BACKUP_KEY', flags)).rejects.toThrow('BACKUP_KEY is one key')
  })
})

describe('the relayer', () => {
  test('gets an empty journal, once no operation is on its way or the key has leaked', async () => {
    await ensureServiceDatabase(installed.adminUrl, 'bundler')
    const journal = new URL(installed.adminUrl)
    journal.pathname = '/bundler'
    await query(journal.href, 'create table operations (state text)')
    await query(journal.href, "insert into operations values ('sent')")
    const { start } = await readSettings(folder)
    await expect(rotate('BUNDLER_RELAYER_PRIVATE_KEY')).rejects.toThrow('1 operations are on their')
    expect((await readSettings(folder)).start).toEqual(start)
    expect(await readdir(folder)).not.toContain(RETIRED)
    await rotate('BUNDLER_RELAYER_PRIVATE_KEY', { isLeaked: true })
    const names = await query(installed.adminUrl, 'select datname from pg_database')
    expect(names).not.toContainEqual({ datname: 'bundler' })
    const aside = expect.stringMatching(/^bundler_until_\d{14}$/)
    expect(names).toContainEqual({ datname: aside })
    expect(lines.join('\n')).toMatch(/^relayer {2}0x\w{40}: send it/m)
    expect(lines.join('\n')).toMatch(
      /Next:\n +send coins to the new relayer.*\n +systemctl restart/,
    )
    const { BUNDLER_RELAYER_PRIVATE_KEY: first } = (await readSettings(folder)).start
    await rotate('BUNDLER_RELAYER_PRIVATE_KEY')
    expect(await readFile(join(folder, RETIRED), 'utf8')).toContain(first)
    await ensureServiceDatabase(installed.adminUrl, 'bundler')
  })

  test('error: a journal that cannot be put aside stays in use', async () => {
    const name = 'BUNDLER_RELAYER_PRIVATE_KEY'
    const now = new Date('2026-11-29T03:00:00Z')
    await query(installed.adminUrl, 'create database bundler_until_20261129030000')
    const url = await ensureServiceDatabase(installed.adminUrl, 'bundler')
    await query(url, 'create table if not exists operations (state text)')
    const before = await readSettings(folder)
    vi.useFakeTimers({ toFake: ['Date'], now })
    await expect(rotate(name, { isLeaked: true }).finally(vi.useRealTimers)).rejects.toThrow(
      'already exists',
    )
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readSettings(folder)).toEqual(before)
    expect(await readdir(folder)).not.toContain(RETIRED)
  })

  test('error: the journal is in a database of the operator', async () => {
    await appendFile(join(folder, FILES.start), 'BUNDLER_DATABASE_URL=postgres://127.0.0.1/own\n')
    await expect(rotate('BUNDLER_RELAYER_PRIVATE_KEY')).rejects.toThrow('by hand')
  })
})
