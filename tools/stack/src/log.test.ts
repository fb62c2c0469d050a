import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
})
