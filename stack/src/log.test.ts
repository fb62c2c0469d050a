import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openLog } from './log.ts'

describe('openLog', () => {
  test('writes every line, and notes warnings with their reason', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bullring-log-'))
    const notes: string[] = []
    try {
      const log = await openLog(join(folder, 'log'), (text) => notes.push(text))
      const lines = [
        '{"level":30,"msg":"ready"}',
        '{"level":40,"alarm":"oracle-late","reason":"no answer for a minute","msg":"alarm raised"}',
        '{"level":40,"msg":"database connection lost"}',
        'plain text',
      ]
      lines.forEach(log.line)
      await log.close()
      expect(await readFile(join(folder, 'log'), 'utf8')).toBe(`${lines.join('\n')}\n`)
      expect(notes).toEqual([
        'alarm raised: no answer for a minute',
        'database connection lost',
        'plain text',
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test.skipIf(!existsSync('/dev/full'))(
    'error: continues on a full disk, and notes it once',
    async () => {
      const notes: string[] = []
      const log = await openLog('/dev/full', (text) => notes.push(text))
      for (let line = 0; line < 3; line += 1) {
        log.line('{"level":30,"msg":"ready"}')
        await sleep(20)
      }
      log.error('traders', new Error('no gas'))
      await log.close()
      expect(notes).toEqual(['the log file cannot be written (ENOSPC), lines are lost'])
    },
  )
})
