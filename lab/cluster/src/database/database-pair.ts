import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@bullring/stack/database/postgres'
import { promote, startStandby } from '@bullring/stack/database/standby'
import type { Child } from '@bullring/stack/processes/child'
import { type Supervised, supervise } from '../processes/supervise.ts'
import { renderConfig } from '../programs/render-config.ts'
import { type RoleCheck, serveRoleCheck } from './role-checks.ts'
import { setSynchronous, standbyState } from './synchronous-standby.ts'

const CHECK_MS = 300
const SYNCHRONOUS_LIMIT_MS = 600_000
const PROMOTE_ATTEMPTS = 40

export type DatabasePairOptions = {
  folder: string
  password: string
  /** Ports of each server: of PostgreSQL, and of its role check. */
  ports: readonly [ServerPorts, ServerPorts]
  /** Further lines of `postgresql.conf`. */
  config?: string
  /** Called with each process. */
  keepChild?: (child: Child, program: string) => Promise<void>
  report: (text: string) => void
}

export type ServerPorts = { port: number; checkPort: number }
type Name = 'db1' | 'db2'

/** A PostgreSQL primary and the standby that follows it. */
export type DatabasePair = {
  /** URL of the administrator on the server that is the primary now. */
  primaryUrl: () => string
  standbyUrl: () => string
  /** Whether each commit waits for the standby: only then does a fail-over lose nothing. */
  isSynchronous: () => boolean
  untilSynchronous: () => Promise<void>
  kill: (role: 'primary' | 'standby') => boolean
  /** Kills the primary, promotes the standby and makes a standby of the old primary's folder. */
  failOver: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts both servers with the data in the folder. */
export async function startDatabasePair(options: DatabasePairOptions): Promise<DatabasePair> {
  await using cleanup = new AsyncDisposableStack()
  await mkdir(options.folder, { recursive: true, mode: 0o711 })
  await chmod(options.folder, 0o711)
  const config = join(options.folder, 'postgresql.conf')
  await renderConfig('postgresql.conf', config, {
    'shared_buffers = 4GB': 'shared_buffers = 128MB',
    'effective_cache_size = 12GB': 'effective_cache_size = 1GB',
  })
  await appendFile(config, options.config ?? '')
  const pair = new Pair(options, config)
  cleanup.defer(() => pair.stop())
  await pair.start()
  cleanup.move()
  return pair
}

class Pair implements DatabasePair {
  readonly #options: DatabasePairOptions
  readonly #config: string
  readonly #stopping = new AbortController()
  readonly #servers = new Map<Name, Supervised>()
  readonly #checks: RoleCheck[] = []
  #primary: Name = 'db1'
  #isSynchronous = false
  #isChanging = true
  #keeping: Promise<void> = Promise.resolve()

  constructor(options: DatabasePairOptions, config: string) {
    this.#options = options
    this.#config = config
  }

  async start(): Promise<void> {
    this.#primary = await readPrimary(this.#options.folder)
    await this.#startPrimary()
    await this.#startStandby()
    for (const name of ['db1', 'db2'] as const) {
      this.#checks.push(await serveRoleCheck(this.#url(name), this.#ports(name).checkPort))
    }
    this.#isChanging = false
    this.#keeping = this.#keepSynchronous()
    await this.untilSynchronous()
  }

  primaryUrl = () => this.#url(this.#primary)
  standbyUrl = () => this.#url(otherOf(this.#primary))
  isSynchronous = () => this.#isSynchronous && !this.#isChanging

  async untilSynchronous(): Promise<void> {
    const deadline = Date.now() + SYNCHRONOUS_LIMIT_MS
    while (!this.isSynchronous()) {
      if (Date.now() > deadline) throw new Error('The standby does not follow the primary')
      await sleep(CHECK_MS)
    }
  }

  kill(role: 'primary' | 'standby'): boolean {
    if (this.#isChanging) return false
    const name = role === 'primary' ? this.#primary : otherOf(this.#primary)
    return this.#servers.get(name)?.kill() ?? false
  }

  async failOver(): Promise<void> {
    this.#isChanging = true
    this.#isSynchronous = false
    const old = this.#primary
    try {
      const server = this.#servers.get(old)
      server?.kill()
      await server?.stop()
      const isPromoted = await this.#promoteStandby()
      if (!isPromoted) {
        await this.#retry(() => this.#startPrimary())
        return
      }
      this.#primary = otherOf(old)
      await writePrimary(this.#options.folder, this.#primary)
      await this.#retry(async () => {
        await rm(this.#folder(old), { recursive: true, force: true })
        await this.#startStandby()
      })
    } finally {
      this.#isChanging = false
    }
  }

  /** False when the standby does not come up to be promoted. */
  async #promoteStandby(): Promise<boolean> {
    for (let attempt = 1; attempt <= PROMOTE_ATTEMPTS; attempt += 1) {
      try {
        await promote(this.standbyUrl())
        return true
      } catch (error) {
        this.#options.report(`promotion: ${String(error)}`)
        await sleep(CHECK_MS)
      }
    }
    return false
  }

  /** A full disk may prevent a start for a while. */
  async #retry(start: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        return await start()
      } catch (error) {
        this.#options.report(`database server: ${String(error)}`)
        await sleep(CHECK_MS)
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#keeping
    for (const check of this.#checks) await check.close()
    // The primary first: the standby receives what it writes last.
    for (const name of [this.#primary, otherOf(this.#primary)]) {
      if (name === this.#primary)
        await setSynchronous(this.primaryUrl(), null).catch(() => undefined)
      await this.#servers.get(name)?.stop()
    }
  }

  #url(name: Name): string {
    return `postgres://bullring:${this.#options.password}@127.0.0.1:${this.#ports(name).port}/postgres`
  }

  #ports(name: Name): ServerPorts {
    return this.#options.ports[name === 'db1' ? 0 : 1]
  }

  #folder(name: Name): string {
    return join(this.#options.folder, name)
  }

  #serverOptions(name: Name) {
    return {
      folder: this.#folder(name),
      password: this.#options.password,
      isDurable: true,
      port: this.#ports(name).port,
      configFile: this.#config,
    }
  }

  async #startPrimary(): Promise<void> {
    const name = this.#primary
    await this.#supervise(name, () => startPostgres(this.#serverOptions(name)))
  }

  async #startStandby(): Promise<void> {
    const name = otherOf(this.#primary)
    const primary = { folder: this.#folder(this.#primary), adminUrl: this.primaryUrl() }
    await this.#supervise(name, () => startStandby(primary, { ...this.#serverOptions(name), name }))
  }

  async #supervise(name: Name, start: () => Promise<{ child: Child }>): Promise<void> {
    const { report, keepChild } = this.#options
    const server = await supervise({
      name,
      report,
      start: async () => {
        const { child } = await start()
        await keepChild?.(child, 'postgres')
        return child
      },
    })
    this.#servers.set(name, server)
  }

  /** Does the same as Patroni in its synchronous mode: commits wait for a standby, unless none follows. */
  async #keepSynchronous(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(CHECK_MS, null, { signal }).catch(() => undefined)
      if (this.#isChanging) continue
      const standby = otherOf(this.#primary)
      const state = await standbyState(this.primaryUrl(), standby).catch(() => null)
      if (state === null || this.#isChanging) continue
      this.#isSynchronous = state.isFollowing && state.isSynchronous
      if (state.isFollowing === state.isAwaited) continue
      const awaited = state.isFollowing ? standby : null
      await setSynchronous(this.primaryUrl(), awaited).catch(() => undefined)
    }
  }
}

function otherOf(name: Name): Name {
  return name === 'db1' ? 'db2' : 'db1'
}

/** The file survives the command, so that the next start knows which server has the newest data. */
async function readPrimary(folder: string): Promise<Name> {
  const text = await readFile(join(folder, 'primary'), 'utf8').catch(() => 'db1')
  return text.trim() === 'db2' ? 'db2' : 'db1'
}

async function writePrimary(folder: string, name: Name): Promise<void> {
  await writeFile(join(folder, 'primary'), `${name}\n`)
}
