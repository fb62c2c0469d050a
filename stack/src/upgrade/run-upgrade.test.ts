import { execFileSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checksumOf } from '../backup/sealed-file.ts'
import { freePort } from '../processes/free-port.ts'
import { textProgress } from '../progress.ts'
import { type Installation, installationOf, repairLink } from './installation.ts'
import { rollBack, runUpgrade } from './run-upgrade.ts'
import { runningServices } from './services.ts'

const signal = new AbortController().signal
const progress = textProgress(() => undefined)
const READY_TIMEOUT_MS = 10_000

/** Stands in for a version: it installs, and answers with its name. */
const INSTALL = "import { writeFileSync } from 'node:fs'; writeFileSync('installed', '')"
const SERVE = `
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { version } = JSON.parse(readFileSync('package.json'))
const isGood = existsSync('installed') && existsSync('contracts/addresses/97.json')
createServer((_, reply) => reply.writeHead(isGood ? 200 : 503).end(version)).listen(process.argv[2])
`

/** Fails at its first start, and is slow at the second. */
const FAIL_ONCE = `
import { writeFileSync } from 'node:fs'
if (!existsSync('tried')) { writeFileSync('tried', ''); process.exit(1) }
await new Promise((resolve) => setTimeout(resolve, 1_000))
${SERVE}`

const CHANGELOG = ['0.4.0', '0.3.0', '0.2.0'].map((each) => `## [${each}] - 2027-01-01\n`).join('')

let folder = ''
let port = 0
let installation: Installation

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-upgrade-'))
  await chmod(folder, 0o755)
  port = await freePort()
  installation = installationOf(join(folder, 'bullring'))
  await writeVersion(installation.link, '0.2.0')
  await mkdir(join(installation.link, 'contracts/addresses'), { recursive: true })
  await writeFile(join(installation.link, 'contracts/addresses/97.json'), '{}')
  await writeFile(join(installation.link, 'installed'), '')
  await writeSystemctl()
  execFileSync(join(folder, 'bin/systemctl'), ['start', 'bullring'])
  await expect.poll(() => serving().catch(() => '')).toBe('0.2.0')
})

afterEach(async () => {
  vi.unstubAllEnvs()
  process.kill(Number(await readFile(join(folder, 'unit'), 'utf8')))
  await rm(folder, { recursive: true, force: true })
})

async function writeVersion(path: string, version: string, serve = SERVE): Promise<void> {
  await mkdir(join(path, 'stack/boot'), { recursive: true })
  await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'bullring', version }))
  await writeFile(join(path, 'stack/boot/boot.mjs'), INSTALL)
  await writeFile(join(path, 'serve.mjs'), serve)
  await writeFile(join(path, 'CHANGELOG.md'), CHANGELOG)
}

/** A systemd with the one unit, which it starts again as `Restart=on-failure` does, and its journal. */
async function writeSystemctl(): Promise<void> {
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'restarts'), '0')
  await writeProgram('unit', [
    `cd ${folder}/bullring`,
    // Its service may have no file yet.
    "trap 'kill $! 2> /dev/null; exit' TERM",
    'note() {',
    `  printf 'ActiveState=%s\nMainPID=%s\nExecMainCode=1\nExecMainStatus=%s\nInvocationID=%s\n' \\`,
    `    $1 $2 $3 $run > ${folder}/state.next`,
    `  mv ${folder}/state.next ${folder}/state`,
    '}',
    'while true; do',
    `  run=$$-$(cat ${folder}/restarts)`,
    `  ${process.execPath} serve.mjs ${port} > ${folder}/log-$run 2>&1 &`,
    '  main=$!',
    `  echo $main > ${folder}/pid`,
    '  note active $main 0',
    '  wait $main',
    '  code=$?',
    '  [ $code = 0 ] && note inactive 0 0 && exit',
    '  note activating 0 $code',
    '  sleep 1',
    `  echo $(($(cat ${folder}/restarts) + 1)) > ${folder}/restarts`,
    'done',
  ])
  await writeProgram('systemctl', [
    `echo "$*" >> ${folder}/calls`,
    'case "$1" in',
    '  is-active) [ "$3" = bullring ] ;;',
    `  start) rm -f ${folder}/state; ${folder}/bin/unit > /dev/null 2>&1 & echo $! > ${folder}/unit ;;`,
    `  show) cat ${folder}/state ;;`,
    `  stop) kill $(cat ${folder}/unit) 2> /dev/null; kill $(cat ${folder}/pid) 2> /dev/null; true ;;`,
    'esac',
  ])
  await writeProgram('journalctl', [`cat ${folder}/log-\${1#_SYSTEMD_INVOCATION_ID=}`])
  vi.stubEnv('PATH', `${join(folder, 'bin')}:/usr/bin:/bin`)
}

async function writeProgram(name: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'bin', name), ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
}

async function archiveOf(version: string, serve?: string): Promise<string> {
  const name = `bullring-${version}`
  await writeVersion(join(folder, name), version, serve)
  const archive = join(folder, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', folder, name])
  const sums = `${await checksumOf(archive, signal)}  ${name}.tar.gz\n`
  await writeFile(join(folder, 'SHA256SUMS'), sums)
  return archive
}

async function options(readyTimeoutMs = READY_TIMEOUT_MS) {
  const services = await runningServices(`http://127.0.0.1:${port}`, readyTimeoutMs)
  return { installation, services, progress, signal, backUp: async () => '/backups/base/1' }
}

const serving = async () => await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
const linked = async () => (await readlink(installation.link)).split('/').at(-1)

describe('runUpgrade', () => {
  test('replaces the version, and --rollback goes back', async () => {
    const given = await options()
    expect(await runUpgrade(await archiveOf('0.3.0'), given)).toBe('0.3.0')
    expect(await serving()).toBe('0.3.0')
    expect(await linked()).toBe('0.3.0')
    expect(await rollBack(given)).toBe('0.2.0')
    expect(await serving()).toBe('0.2.0')
    expect(await linked()).toBe('0.2.0')
    await expect(rollBack(given)).rejects.toThrow('no upgrade to take back')
    const versions = (await readdir(installation.versions)).toSorted()
    expect(versions).toEqual(['0.2.0', '0.3.0', 'upgrade.json'])
    expect(installationOf(join(installation.versions, '0.3.0'))).toEqual(installation)
  })

  test('upgrades again from a version in its folder', async () => {
    await runUpgrade(await archiveOf('0.3.0'), await options())
    await runUpgrade(await archiveOf('0.4.0'), await options())
    expect(await serving()).toBe('0.4.0')
  })

  const boom = "process.stderr.write('no such column\\n');"
  const failing = [
    ['fails', `${boom} process.exit(3)`, 'ended with code 3, also after a restart'],
    ['ends', `${boom} process.exit(0)`, 'ended with code 0'],
  ]

  test.each(failing)(
    'error: a version that %s, and the lines of its log',
    async (_, serve, ending) => {
      const upgrade = runUpgrade(await archiveOf('0.3.0', serve), await options())
      const lines = [
        '0.3.0 did not become ready, and 0.2.0 runs again.',
        `0.3.0: The unit bullring ${ending}; the last lines of its log:`,
        'no such column',
      ]
      await expect(upgrade).rejects.toThrow(lines.join('\n'))
      expect(await serving()).toBe('0.2.0')
      expect(await linked()).toBe('0.2.0')
    },
  )

  test('error: a version that is never ready, after which the one before runs', async () => {
    const serve = SERVE.replace('200', '503')
    const upgrade = runUpgrade(await archiveOf('0.3.0', serve), await options())
    await expect(upgrade).rejects.toThrow('0.2.0 runs again.\n0.3.0: It was not ready after')
    expect(await serving()).toBe('0.2.0')
    expect(await linked()).toBe('0.2.0')
  })

  test('waits for a version that fails once and is slow then', async () => {
    const given = await options()
    expect(await runUpgrade(await archiveOf('0.3.0', FAIL_ONCE), given)).toBe('0.3.0')
    expect(await serving()).toBe('0.3.0')
  })

  test('waits for the version before also after failures of the newer one', async () => {
    await writeFile(join(installation.link, 'serve.mjs'), FAIL_ONCE)
    const upgrade = runUpgrade(await archiveOf('0.3.0', 'process.exit(1)'), await options())
    const sentences = [
      '0.2.0 runs again.',
      '0.3.0: The unit bullring ended with code 1, also after',
    ]
    await expect(upgrade).rejects.toThrow(sentences.join('\n'))
    await expect(upgrade).rejects.toThrow('read its log (journalctl -u bullring)')
    expect(await serving()).toBe('0.2.0')
  })

  test('error: a roll-back that the databases refuse names the backup', async () => {
    const given = await options()
    await runUpgrade(await archiveOf('0.3.0'), given)
    await rm(join(installation.versions, '0.2.0', 'installed'))
    await expect(rollBack(await options(500))).rejects.toThrow(
      'npm run restore -- /backups/base/1 --to 2',
    )
  })

  test('a roll-back keeps the markets that the newer version deployed', async () => {
    const given = await options()
    await runUpgrade(await archiveOf('0.3.0'), given)
    await writeFile(join(installation.link, 'contracts/addresses/56.json'), '{"of":"0.3.0"}')
    await symlink('/etc/passwd', join(installation.link, 'contracts/addresses/1.json'))
    await rollBack(given)
    const addresses = join(installation.link, 'contracts/addresses')
    expect((await readdir(addresses)).toSorted()).toEqual(['56.json', '97.json'])
    expect(await readFile(join(addresses, '56.json'), 'utf8')).toBe('{"of":"0.3.0"}')
  })

  test('error: a link that cannot be changed, after which the version before runs', async () => {
    const given = await options()
    await mkdir(join(`${installation.link}.next`, 'x'), { recursive: true })
    const upgrade = runUpgrade(await archiveOf('0.3.0'), given)
    await expect(upgrade).rejects.toThrow('cannot be replaced by 0.3.0')
    await expect(upgrade).rejects.toThrow('What was installed runs again')
    expect(await serving()).toBe('0.2.0')
  })

  test('a first upgrade that was killed halfway leaves a link that is repaired', async () => {
    expect(await repairLink(installation, installation.link)).toBe(false)
    await mkdir(installation.versions)
    const moved = join(installation.versions, '0.2.0')
    await rename(installation.link, moved)
    expect(await repairLink(installation, `${moved}/`)).toBe(true)
    expect(await linked()).toBe('0.2.0')
    expect(await runUpgrade(await archiveOf('0.3.0'), await options())).toBe('0.3.0')
  })

  test.each([
    ['0.4.0', 'upgrade to 0.3.0 first'],
    ['0.1.0', 'older than the installed'],
  ])('error: %s, before anything stops', async (version, sentence) => {
    await expect(runUpgrade(await archiveOf(version), await options())).rejects.toThrow(sentence)
    expect(await serving()).toBe('0.2.0')
    expect(await readFile(join(folder, 'calls'), 'utf8')).not.toContain('stop')
    expect(await readdir(installation.versions)).toEqual([])
  })

  test('error: a changed archive', async () => {
    const archive = await archiveOf('0.3.0')
    await writeFile(archive, 'other', { flag: 'a' })
    await expect(runUpgrade(archive, await options())).rejects.toThrow('its checksum differs')
    await rm(join(folder, 'SHA256SUMS'))
    await expect(runUpgrade(archive, await options())).rejects.toThrow('SHA256SUMS is missing')
  })

  test('error: a failed backup, before anything stops', async () => {
    const backUp = () => Promise.reject(new Error('no room'))
    const upgrade = runUpgrade(await archiveOf('0.3.0'), { ...(await options()), backUp })
    await expect(upgrade).rejects.toThrow('no room')
    expect(await serving()).toBe('0.2.0')
  })
})

describe('runningServices', () => {
  test('error: the product is no running unit', async () => {
    await writeFile(join(folder, 'bin/systemctl'), '#!/bin/sh\nexit 3\n')
    await expect(runningServices(`http://127.0.0.1:${port}`)).rejects.toThrow(
      'The unit bullring does not run',
    )
    await writeFile(join(folder, 'bin/systemctl'), '#!/bin/sh\n')
  })
})
