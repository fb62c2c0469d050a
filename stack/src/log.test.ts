import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from './log.ts'

let folder = ''
let notes: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-log-'))
  notes = []
})

afterEach(() => rm(folder, { recursive: true }))

const open = (limitBytes?: number) =>
  openLog(join(folder, 'log'), (text) => notes.push(text), limitBytes)

const linesIn = async (name: string) => (await readFile(join(folder, name), 'utf8')).split('\n')

describe('openLog', () => {
  test('writes every line with its service, and notes warnings with all that they say', async () => {
    const log = open()
    const lines = [
      '{"level":30,"time":1,"pid":2,"hostname":"h","name":"game","msg":"ready"}',
      '{"level":40,"time":1,"pid":2,"hostname":"h","name":"keeper","error":{"name":"HttpError","detail":"HTTP 429"},"msg":"keeper pass failed, retrying"}',
      '{"level":40,"name":"game","msg":"database connection lost"}',
    ]
    for (const line of lines) log.linesOf('game')(line)
    log.linesOf('relay')('FATAL ERROR: heap out of memory')
    log.error('traders', new Error('no gas'))
    const written = await linesIn('log')
    expect(written.slice(0, 3)).toEqual(lines)
    expect(written.slice(3, -1).map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, name: 'relay', msg: 'FATAL ERROR: heap out of memory' },
      { level: 50, name: 'traders', msg: 'no gas' },
    ])
    expect(notes).toEqual([
      'keeper: keeper pass failed, retrying {"error":{"name":"HttpError","detail":"HTTP 429"}}',
      'game: database connection lost',
      'relay: FATAL ERROR: heap out of memory',
    ])
  })

  test('keeps the lines before a restart, which say why it was needed', async () => {
    for (const text of ['out of memory', 'ready']) {
      const log = open()
      log.linesOf('relay')(text)
    }
    expect((await linesIn('log')).join()).toMatch(/out of memory.*ready/)
  })

  test('keeps three files of limited size, the newest lines in the first', async () => {
    const log = open(1_000)
    for (let line = 0; line < 100; line += 1) log.linesOf('game')(`line ${line}`)
    expect((await readdir(folder)).toSorted()).toEqual(['log', 'log.1', 'log.2'])
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).size).toBeLessThan(1_100)
    expect((await linesIn('log')).at(-2)).toContain('line 99')
    const kept = [await linesIn('log.2'), await linesIn('log.1'), await linesIn('log')].flat()
    const numbers = kept.flatMap((line) => /line (\d+)/.exec(line)?.[1] ?? []).map(Number)
    expect(numbers.length).toBeGreaterThan(20)
    expect(numbers).toEqual(numbers.map((_, index) => 100 - numbers.length + index))
  })

  test('counts what an earlier run has written', async () => {
    await writeFile(join(folder, 'log'), 'x'.repeat(1_000))
    const log = open(1_000)
    log.linesOf('game')('next')
    expect((await linesIn('log.1')).join()).toContain('xxx')
    expect((await linesIn('log')).join()).not.toContain('xxx')
  })

  test.skipIf(!existsSync('/dev/full'))(
    'error: continues on a full disk, and notes it once',
    () => {
      const log = openLog('/dev/full', (text) => notes.push(text))
      for (let line = 0; line < 3; line += 1) {
        log.linesOf('game')('{"level":30,"msg":"ready"}')
      }
      log.error('traders', new Error('no gas'))
      expect(notes).toEqual(['the log file cannot be written (ENOSPC), lines are lost'])
    },
  )

  test('error: continues in the same file where it cannot be replaced, and notes it once', async () => {
    await mkdir(join(folder, 'log.2/kept'), { recursive: true })
    await writeFile(join(folder, 'log.1'), 'older')
    const log = open(100)
    for (let line = 0; line < 10; line += 1) log.error('traders', new Error(`line ${line}`))
    expect(await linesIn('log')).toHaveLength(11)
    expect(notes).toEqual([
      expect.stringMatching(/^the log file cannot be replaced \(.+\), it grows$/),
    ])
  })
})
