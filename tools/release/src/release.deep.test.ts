import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { startChild } from '@bullring/stack/processes/child'
import { freePort } from '@bullring/stack/processes/free-port'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { release } from './release.ts'
import { developmentVersion } from './version-rules.ts'

const PATIENCE = { timeout: 15 * 60_000 }
const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
const ENV = { PATH, HOME: homedir() }

let parent = ''
let root = ''
let version = ''
let files = ''

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd()

describe('release', () => {
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'bullring-released-'))
    root = join(parent, 'checkout')
    execFileSync('git', ['clone', '--quiet', '--no-tags', repositoryRoot, root])
    git('checkout', '--quiet', '-B', 'main')
    git('config', 'user.name', 'Test')
    git('config', 'user.email', 'test@bullring.example')
    version = await versionOf(root).then((current) => current.replace('-dev', ''))
    const progress = {
      step: <T>(_: string, work: () => Promise<T>) => work(),
      note: () => undefined,
    }
    const { signal } = new AbortController()
    const wanted = { version, skipsTests: true, hasTag: true }
    files = await release(wanted, { root, progress, env: ENV, signal })
  }, 2 * PATIENCE.timeout)
  afterAll(() => rm(parent, { recursive: true, force: true }))

  test('tags the commit of the release, and goes on with the next development version', async () => {
    expect(git('log', '-1', '--format=%s', `v${version}`)).toBe(`chore: release ${version}`)
    expect(git('status', '--porcelain')).toBe('')
    expect(await versionOf(root)).toBe(developmentVersion(version))
    const tables = `tools/release/databases/${version}`
    expect((await readdir(join(root, tables))).toSorted()).toContain('game.sql')
  })

  test('writes archive, libraries and bill of materials, with their checksums', async () => {
    const names = [
      'SHA256SUMS',
      `bullring-${version}.cdx.json`,
      `bullring-${version}.tar.gz`,
      `bullring-wallet-kit-${version}.tgz`,
      `bullring-walletconnect-${version}.tgz`,
    ]
    expect((await readdir(files)).toSorted()).toEqual(names)
    execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: files })
    const bill = JSON.parse(await readFile(join(files, `bullring-${version}.cdx.json`), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } })
    expect(bill.components.length).toBeGreaterThan(50)
    const kit = join(files, `bullring-wallet-kit-${version}.tgz`)
    const changelog = execFileSync('tar', ['xzOf', kit, 'package/CHANGELOG.md'])
    expect(String(changelog)).toContain(`## [${version}]`)
    const reference = execFileSync('tar', ['xzOf', kit, 'package/API.md'])
    expect(String(reference)).toContain('### createWalletKit')
  })

  test('starts from the archive without building', PATIENCE, async () => {
    const folder = join(parent, 'unpacked')
    await mkdir(folder)
    const archive = join(files, `bullring-${version}.tar.gz`)
    execFileSync('tar', ['xzf', archive, '-C', folder, '--strip-components=1'])
    const lines: string[] = []
    const port = await freePort()
    const child = startChild({
      name: 'npm start',
      command: process.execPath,
      args: ['stack/boot/boot.mjs', 'start'],
      cwd: folder,
      env: {
        ...ENV,
        PORT: `${port}`,
        DATA_DIR: join(parent, 'data'),
        EMBEDDED_WALLET: 'off',
      },
      onLine: (line) => lines.push(line),
    })
    onTestFinished(() => child.stop())
    await expect.poll(() => lines.join('\n'), PATIENCE).toContain('ready http')
    const text = lines.join('\n')
    expect(text).toMatch(/✓ contracts: unchanged/)
    expect(text).toMatch(/✓ web app: unchanged/)
    expect(text).not.toContain(': built')
    const health = await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()
    const commit = git('rev-list', '-1', `v${version}`)
    expect(health).toMatchObject({ version, commit })
    expect(text).toContain(`Bullring ${version}, commit ${commit}`)
  })
})

async function versionOf(folder: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version
}
