import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StackError } from '../errors.ts'
import { checkSettings } from '../setup/check-settings.ts'
import type { Variables } from '../setup/env-file.ts'
import { KEEPER_KEY, type KeyName, makeKey } from '../setup/make-keys.ts'
import { accountLines } from '../setup/next-steps.ts'
import { publicHalves } from '../setup/plan-settings.ts'
import { type InstalledSettings, readSettings, writeSettings } from '../setup/settings-folder.ts'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { requireRewrapped } from './key-encryption-keys.ts'
import { startNewJournal } from './relayer-journal.ts'
import { ROTATIONS } from './rotations.ts'

/** Keys that are still of use, beside the settings. */
export const RETIRED = 'retired-keys.env'

export type RotateOptions = {
  /** Absolute path of the settings folder. */
  folder: string
  name: KeyName
  /** Removes the older ones of several keys, in place of making another. */
  isDroppingOld: boolean
  /** Gives operations on their way up: the key has leaked. */
  isLeaked: boolean
  print: (line: string) => void
}

/**
 * Replaces a key of the settings that `npm run setup` wrote.
 *
 * @throws {StackError} when that would lose something. Nothing is changed then.
 */
export async function rotateKey(options: RotateOptions): Promise<void> {
  const { folder, name, isDroppingOld, print } = options
  const settings = await readSettings(folder)
  const before = (name === KEEPER_KEY ? settings.keeper : settings.start)[name]
  if (!before) throw new StackError(`${folder} has no ${name}: npm run setup makes it.`)
  const isList = name === 'CUSTODY_KEKS' || name === 'VAULT_KEKS'
  if (isDroppingOld && !isList)
    throw new StackError(`${name} is one key: --drop-old is for CUSTODY_KEKS and VAULT_KEKS.`)
  const keys = isList
    ? await nextKeks(name, before, { folder, isDroppingOld, start: settings.start })
    : await makeKey(name, before)
  const after = withKey(settings, name, keys)
  checkSettings(after)
  if (name === 'BUNDLER_RELAYER_PRIVATE_KEY') await startNewJournal(settings.start, options)
  const retired = retiredKeys(before, options)
  if (retired !== null) await retire(folder, name, retired)
  await writeSettings(folder, after)
  print(`${name} is ${isDroppingOld ? 'one key again' : 'another one'} in ${folder}`)
  if (retired !== null) print(`the one of before is in ${join(folder, RETIRED)}`)
  for (const line of accountLines(after)) {
    if (!accountLines(settings).includes(line)) print(line)
  }
  printNext(settings, options)
}

/** Earlier backups have shares that need the dropped keys. */
function retiredKeys(before: string, { name, isDroppingOld }: RotateOptions): string | null {
  if (isDroppingOld) return before.slice(before.indexOf(',') + 1)
  return ROTATIONS[name].isRetired ? before : null
}

function printNext(
  settings: InstalledSettings,
  { name, isDroppingOld, print }: RotateOptions,
): void {
  const { units, first, next } = ROTATIONS[name]
  const restarted = units.filter((unit) => unit === 'bullring' || hasKeeper(settings))
  const restart = `systemctl restart ${restarted.join(' ')}`
  const restored = `after a restore of an earlier backup, add the retired keys after the one of ${name}`
  const steps = isDroppingOld ? [restart, restored] : [first, restart, next]
  print('\nNext:')
  for (const step of steps) {
    if (step) print(`  ${step}`)
  }
}

/** The first key encrypts; those after it still open what they have encrypted. */
async function nextKeks(
  name: 'CUSTODY_KEKS' | 'VAULT_KEKS',
  before: string,
  { folder, isDroppingOld, start }: { folder: string; isDroppingOld: boolean; start: Variables },
): Promise<string> {
  const [current = '', ...old] = before.split(',')
  if (!isDroppingOld) return `${await newKek(before, await readRetired(folder))},${before}`
  if (old.length === 0) throw new StackError(`${name} has one key, so there is no older one.`)
  await requireRewrapped(name, current.slice(0, current.indexOf('=')), start)
  return current
}

/** Ids are days: a second key of one day gets a number. Shares in earlier backups name retired ids. */
async function newKek(before: string, retired: string): Promise<string> {
  const key = (await makeKey('CUSTODY_KEKS', before)).replace(/^[^=]*=/, '')
  const day = new Date().toISOString().slice(0, 10)
  const used = new Set(
    `${before},${retired}`.split(/[,\n]|KEKS=/).map((each) => each.split('=')[0]),
  )
  let id = day
  for (let count = 2; used.has(id); count += 1) id = `${day}-${count}`
  return `${id}=${key}`
}

function withKey(
  { start, keeper }: InstalledSettings,
  name: KeyName,
  value: string,
): InstalledSettings {
  if (name === KEEPER_KEY) return { start, keeper: { ...keeper, [name]: value } }
  const changed = { ...start, [name]: value }
  const shared = {
    ...(name === 'METRICS_TOKEN' && { METRICS_TOKEN: value }),
    ...(name === 'KEEPER_DATABASE_URL' && { DATABASE_URL: value }),
  }
  return {
    start: { ...changed, ...publicHalves(changed) },
    keeper: hasKeeper({ keeper }) ? { ...keeper, ...shared } : keeper,
  }
}

/** Others settle some markets. */
function hasKeeper({ keeper }: Pick<InstalledSettings, 'keeper'>): boolean {
  return Object.keys(keeper).length > 0
}

async function retire(folder: string, name: KeyName, value: string): Promise<void> {
  const file = join(folder, RETIRED)
  const earlier = await readRetired(folder)
  await writePrivateFile(file, `${earlier}# until ${new Date().toISOString()}\n${name}=${value}\n`)
}

async function readRetired(folder: string): Promise<string> {
  return await readFile(join(folder, RETIRED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}
