import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const signal = new AbortController().signal
const node = (script: string, options = { signal }) =>
  runProgram(process.execPath, ['-e', script], options)

describe('runProgram', () => {
  test('returns both streams in one text, and the exit code as success', async () => {
    const script = 'console.log("one"); console.error("two")'
    expect(await node(script)).toEqual({ isSuccess: true, output: 'one\ntwo\n', stdout: 'one\n' })
    expect(await node('process.exit(3)')).toMatchObject({ isSuccess: false })
  })

  test('counts the processor time of what a program itself runs', async () => {
    const busy = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);'
    const nested = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`
    let cpuSeconds = 0
    await runProgram(process.execPath, ['-e', nested], {
      signal,
      onCpuSeconds: (seconds) => {
        cpuSeconds += seconds
      },
    })
    expect(cpuSeconds).toBeGreaterThan(0.3)
  })

  test('stops the program, and not only the shell around it', async () => {
    const controller = new AbortController()
    const file = join(tmpdir(), `bullring-run-program-${randomUUID()}`)
    const script = `require("node:fs").writeFileSync("${file}", String(process.pid)); setInterval(() => {}, 1000)`
    const running = node(script, { signal: controller.signal })
    await expect.poll(() => readPid(file)).toBeGreaterThan(0)
    const pid = readPid(file)
    controller.abort()
    expect(await running).toMatchObject({ isSuccess: false })
    await expect.poll(() => isRunning(pid)).toBe(false)
    rmSync(file)
  })

  test('error: reports a program that does not exist', async () => {
    expect(await runProgram('/no/such/program', [], { signal })).toMatchObject({
      isSuccess: false,
      output: expect.stringContaining('/no/such/program'),
    })
  })
})

function readPid(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
