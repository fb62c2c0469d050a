import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-commands-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a program of this folder without a terminal. */
async function run(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(repositoryRoot, 'stack/src/bin', program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

const ANSWERS = ['--domain', 'bullring.invalid', '--nodes', 'http://127.0.0.1:1/secret-key']

describe('npm run setup', () => {
  test('needs no terminal', async () => {
    const { output, code } = await run('setup.ts', '--out', folder, ...ANSWERS)
    expect(code).toBe(0)
    expect(output).toContain('Next:')
    expect(await readdir(folder)).toContain('bullring.env')
  })

  test.each([
    [['--chain', '1'], '--chain must be 56 or 97'],
    [['--colour', 'red'], "Unknown option '--colour'. Use: npm run setup"],
  ])('error: %j', async (args, sentence) => {
    const { errors, code } = await run('setup.ts', '--out', folder, ...ANSWERS, ...args)
    expect(code).toBe(1)
    expect(errors).toContain(`✗ `)
    expect(errors).toContain(sentence)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('npm run doctor', () => {
  test('ends with 1 where something is broken, and prints no secret', async () => {
    await run('setup.ts', '--out', folder, ...ANSWERS)
    const { output, code } = await run('doctor.ts', '--settings', folder, '--json')
    expect(code).toBe(1)
    expect(output).not.toContain('secret-key')
    const { isBroken, findings } = JSON.parse(output)
    expect(isBroken).toBe(true)
    expect(findings).toContainEqual({
      capability: 'node 1',
      state: 'broken',
      why: 'does not respond',
      setting: 'RPC_URL',
    })
  })
})
