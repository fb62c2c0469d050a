import { readFile, rm } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { addressFileOf } from '@bullring/contracts/address-file'
import { hasForeignOperators } from '@bullring/game/market-config'
import { readRecorded } from '../chain/resolve-market.ts'
import { StackError } from '../errors.ts'
import { repositoryRoot } from '../repository-root.ts'
import type { StackSettings } from '../settings.ts'
import { installationOf } from '../upgrade/installation.ts'
import { changeReport } from './change-report.ts'
import { checkSettings } from './check-settings.ts'
import { type Ask, collectAnswers } from './collect-answers.ts'
import { dnsRecords, publicAddresses } from './dns-records.ts'
import { existingAnswers } from './existing-answers.ts'
import { keyConflicts } from './key-conflicts.ts'
import { noteMachine, requireSameMachine, thisMachine } from './machine-mark.ts'
import { accountLines, hasMarket, nextCommands, sendersOf } from './next-steps.ts'
import { planSettings } from './plan-settings.ts'
import { caddySites, nginxSites, type Site } from './proxy-sites.ts'
import type { Answers } from './questions.ts'
import {
  type EarlierFiles,
  type InstalledSettings,
  readSettings,
  writeSettings,
} from './settings-folder.ts'
import { unitFile } from './unit-files.ts'
import { writePrivateFile } from './write-private-file.ts'

export type SetupOptions = {
  /** Absolute path of the settings folder. */
  folder: string
  /** Files of an earlier installation, whose settings this folder takes over; null for none. */
  earlier: EarlierFiles | null
  /** Options of the command line that are answers. */
  answers: Partial<Answers>
  answersFile: string | null
  /** Null takes the usual answers. */
  ask: Ask | null
  /** Whether the settings moved here from another machine. */
  isMoved: boolean
  /** May name the deployer's key. */
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
}

/**
 * Writes the settings of an installation: variables, keys, sites of the proxy, units and DNS records. A second run keeps the
 * keys, and changes what is answered in another way.
 *
 * @throws {StackError} when an answer does not fit, or an account would have two roles. Nothing is written then.
 */
export async function runSetup(options: SetupOptions): Promise<void> {
  const { folder, print } = options
  const existing = await readSettings(folder, options.earlier)
  const machine = await thisMachine()
  await requireSameMachine(folder, machine, {
    hasRelayer: Boolean(existing.start['BUNDLER_RELAYER_PRIVATE_KEY']),
    isMoved: options.isMoved,
  })
  const answers = await collectAnswers({
    existing: existingAnswers(existing.start),
    file: options.answersFile,
    options: options.answers,
    ask: options.ask,
  })
  const market = await readRecorded(
    addressFileOf(Number(answers.chain), existing.start['MARKET_FILE']),
  )
  const plan = await planSettings(existing, answers, market?.prediction ?? null)
  const checked = checkSettings(plan.settings)
  const owner = market?.settings.owner ?? null
  const conflicts = keyConflicts(sendersOf(plan.settings, options.env, owner))
  if (conflicts.length > 0) throw new StackError(conflicts.join('\n'))
  await writeSettings(folder, plan.settings)
  await noteMachine(folder, machine)
  const sites = sitesOf(checked)
  await writeUnits(folder, plan.settings)
  await writeFiles(folder, sites, senderDomain(checked))
  for (const line of report(existing, plan.settings, plan.kept)) print(line)
  printNext(options, plan.settings, checked, sites)
}

/** The names of an installation: game, wallet page, vault. */
function sitesOf({ port, serviceEnv }: StackSettings): readonly [Site, ...Site[]] {
  const { GAME_PUBLIC_URL = '', CUSTODY_PUBLIC_URL, VAULT_PUBLIC_URL } = serviceEnv
  const siteAt = (url: string, distance: number) => ({
    host: new URL(url).hostname,
    port: port + distance,
  })
  return [
    siteAt(GAME_PUBLIC_URL, 0),
    ...(CUSTODY_PUBLIC_URL ? [siteAt(CUSTODY_PUBLIC_URL, 1)] : []),
    ...(VAULT_PUBLIC_URL ? [siteAt(VAULT_PUBLIC_URL, 2)] : []),
  ]
}

function senderDomain({ serviceEnv }: StackSettings): string | null {
  const { MAIL_URL, MAIL_FROM = '' } = serviceEnv
  return MAIL_URL ? (/@([^>]+)>?$/.exec(MAIL_FROM)?.[1] ?? null) : null
}

const KEEPER_UNITS = ['bullring-keeper.service']
const BACKUP_UNITS = [
  ...['bullring-backup.service', 'bullring-backup.timer'],
  ...['bullring-backup-check.service', 'bullring-backup-check.timer'],
]
const UNITS = ['bullring.service', ...KEEPER_UNITS, ...BACKUP_UNITS]

function hasBackups({ start }: InstalledSettings): boolean {
  return Boolean(start['BACKUP_DIR']) && !start['DATABASE_URL']
}

function unitsOf(settings: InstalledSettings): readonly string[] {
  return [
    'bullring.service',
    ...(hasForeignOperators(settings.start) ? [] : KEEPER_UNITS),
    ...(hasBackups(settings) ? BACKUP_UNITS : []),
  ]
}

/** Returns the units to start: a timer starts its service. */
function startedUnits(units: readonly string[]): readonly string[] {
  return units
    .filter(
      (unit) => !units.includes(unit.replace('.service', '.timer')) || unit.endsWith('.timer'),
    )
    .map((unit) => unit.replace('.service', ''))
}

/** Writes the units that the installation needs, and removes the others. */
async function writeUnits(folder: string, settings: InstalledSettings): Promise<void> {
  const needed = unitsOf(settings)
  const { link: checkout } = installationOf(repositoryRoot.replace(/\/$/, ''))
  const backups = hasBackups(settings) ? (settings.start['BACKUP_DIR'] ?? null) : null
  const places = { checkout, settings: folder, backups }
  for (const name of UNITS) {
    const file = join(folder, name)
    if (needed.includes(name)) await writePrivateFile(file, unitFile(await template(name), places))
    else await rm(file, { force: true })
  }
}

function template(name: string): Promise<string> {
  return readFile(join(repositoryRoot, 'ops', name), 'utf8')
}

async function writeFiles(
  folder: string,
  sites: readonly Site[],
  mailDomain: string | null,
): Promise<void> {
  const interfaces = networkInterfaces()
  const hasIpv6 = Object.values(interfaces).some((each) =>
    each?.some(({ address }) => address === '::1'),
  )
  const hosts = sites.map(({ host }) => host)
  const files = {
    'nginx.conf': nginxSites(await template('nginx.conf'), sites, { hasIpv6 }),
    Caddyfile: caddySites(await template('Caddyfile'), sites),
    'dns.txt': dnsRecords(hosts, publicAddresses(interfaces), mailDomain),
  }
  for (const [name, text] of Object.entries(files)) await writePrivateFile(join(folder, name), text)
}

function report(
  before: InstalledSettings,
  after: InstalledSettings,
  kept: readonly string[],
): readonly string[] {
  const lines = [
    ...changeReport(before.start, after.start),
    ...changeReport(before.keeper, after.keeper).map((line) => `${line} (keeper)`),
  ]
  return [
    ...(lines.length === 0 ? ['Nothing changed.'] : lines),
    ...kept.map((name) => `= ${name} stays as you set it`),
  ]
}

function printNext(
  { folder, env, print }: SetupOptions,
  settings: InstalledSettings,
  checked: StackSettings,
  sites: readonly Site[],
): void {
  const hosts = sites.map(({ host }) => host)
  print(`\nwritten  ${folder}`)
  print(`DNS      ${join(folder, 'dns.txt')}`)
  for (const line of accountLines(settings)) print(line)
  print('\nNext:')
  const units = startedUnits(unitsOf(settings))
  const options = { folder, hosts, units, env, hasMarket: hasMarket(settings) }
  for (const line of nextCommands(checked, options)) print(`  ${line}`)
}
