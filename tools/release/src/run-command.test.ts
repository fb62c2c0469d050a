import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const OPTIONS = {
  cwd: import.meta.dirname,
  env: {},
  signal: new AbortController().signal,
  timeoutMs: 60_000,
}
const node = (code: string, options = {}) =>
  runCommand(process.execPath, ['-e', code], { ...OPTIONS, ...options })

test('returns what a program prints', async () => {
  await expect(node('console.log(1); console.error(2)')).resolves.toBe('1\n')
})

test('error: a program that fails, with its output', async () => {
  await expect(node('console.error("no space left"); process.exit(3)')).rejects.toThrow(
    /failed\.\nno space left$/,
  )
})

test('error: a program that is missing or takes too long', async () => {
  await expect(runCommand('/nowhere/program', [], OPTIONS)).rejects.toThrow('ENOENT')
  await expect(node('setInterval(() => 0, 1e6)', { timeoutMs: 600 })).rejects.toThrow(
    'took more than 0.01 min',
  )
})
