import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Child, startChild } from '../processes/child.ts'
import { freePort } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** User and group id of an unprivileged account: Debian's `nobody`. */
const ID = 65_534
const USER = isRoot ? [`--reuid=${ID}`, `--regid=${ID}`, '--clear-groups'] : []

/** A separate process tree, which ends with its first process, and that with its parent. */
const NAMESPACES = ['--pid', '--mount-proc', '--fork', ...(isRoot ? [] : ['--map-current-user'])]
const AS_USER = [...NAMESPACES, 'setpriv', ...USER, '--pdeathsig=KILL']

/** Two gigabytes in 60,000 files take a busy disk minutes. */
const REMOVE_TIMEOUT_MS = 900_000

/** Settings that a machine may have, each of which left something out of an installation once. */
const FOREIGN = {
  NODE_ENV: 'production',
  npm_config_ignore_scripts: 'true',
  npm_config_omit: 'optional',
  npm_config_min_release_age: '9999',
  HOST: 'x86_64-conda-linux-gnu',
}

/** Reason why this machine cannot run these tests; null if it can. */
const obstacle = findObstacle()

function findObstacle(): string | null {
  try {
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repositoryRoot, stdio: 'ignore' })
    execFileSync('unshare', [...AS_USER, 'true'], { stdio: 'ignore' })
    return null
  } catch (error) {
    return `needs git, a checkout, setpriv, and unshare with namespaces: ${error}`
  }
}

/** Returns this machine's program, not the one that `npm start` has installed here. */
function machineProgram(name: string): string {
  const list = 'IFS=:; for folder in $PATH; do [ -x "$folder/$1" ] && echo "$folder/$1"; done'
  const paths = execFileSync('sh', ['-c', list, 'sh', name], { encoding: 'utf8' }).split('\n')
  const path = paths.find((each) => each !== '' && !each.startsWith(repositoryRoot))
  if (path === undefined) throw new Error(`This machine has no ${name}.`)
  return path
}

let root = ''
let port = 0
const running: Child[] = []

describe.skipIf(obstacle !== null)(`a fresh clone (${obstacle ?? 'ordinary user'})`, () => {
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'bullring-clone-'))
    await chmod(root, 0o755)
    for (const name of ['home', 'bin']) await mkdir(join(root, name))
    for (const name of ['node', 'npm', 'setpriv', 'sh'])
      await symlink(machineProgram(name), join(root, 'bin', name))
    await run('git', ['clone', '--quiet', repositoryRoot, join(root, 'clone')])
    if (isRoot) await run('chown', ['-R', `${ID}:${ID}`, root])
    port = await freePort()
  })

  afterAll(async () => {
    for (const child of running) await child.stop(0)
    await rm(root, { recursive: true, force: true })
  }, REMOVE_TIMEOUT_MS)

  /** Runs a command in the clone, as a user with an empty home and only Node and npm on the PATH. */
  function inClone(command: readonly string[], env: Record<string, string> = {}) {
    const lines: string[] = []
    const child = startChild({
      name: command.join(' '),
      command: machineProgram('unshare'),
      args: [...AS_USER, join(root, 'bin', command[0] ?? ''), ...command.slice(1)],
      cwd: join(root, 'clone'),
      env: { HOME: join(root, 'home'), PATH: join(root, 'bin'), PORT: `${port}`, ...env },
      onLine: (line) => lines.push(line),
    })
    running.push(child)
    return { child, text: () => lines.join('\n') }
  }

  async function untilPrinted(text: string, { child, text: output }: ReturnType<typeof inClone>) {
    const isThere = () => output().includes(text) || !child.isRunning()
    await expect.poll(isThere, { timeout: 1_500_000, interval: 500 }).toBe(true)
    expect(output(), child.lastOutput()).toContain(text)
  }

  test('starts whatever the machine has set', { timeout: 1_800_000 }, async () => {
    const product = inClone(['npm', 'start'], FOREIGN)
    await untilPrinted('ready http://', product)
    expect(product.text()).toContain('HOST is ignored')
    expect(product.text()).toContain('contracts: unchanged')
    await product.child.stop(0)
  })

  test('starts after an installation that was killed', { timeout: 1_800_000 }, async () => {
    const modules = join(root, 'clone/node_modules')
    await rm(join(modules, '.boot-stamp'))
    const killed = inClone(['npm', 'start'])
    await untilPrinted('installing', killed)
    const isEmptied = async () => (await readdir(modules)).length < 10
    await expect.poll(isEmptied, { timeout: 120_000, interval: 20 }).toBe(true)
    await killed.child.stop(0)
    const product = inClone(['npm', 'start'])
    await untilPrinted('ready http://', product)
    await product.child.stop(0)
  })

  test('has a browser for the tests', { timeout: 900_000 }, async () => {
    const install = inClone(['node', 'stack/boot/install-tool.mjs', 'browser'])
    expect(await install.child.exited, install.text()).toMatch(/code 0$/)
    const program = join(root, 'clone/tools/browser/node_modules/.chromium/chromium.sh')
    const page = inClone(['sh', program, '--no-sandbox', '--dump-dom', 'data:text/html,<p>drawn'])
    expect(await page.child.exited, page.text()).toMatch(/code 0$/)
    expect(page.text()).toContain('<p>drawn</p>')
  })
})
