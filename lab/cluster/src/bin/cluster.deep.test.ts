import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@bullring/stack/processes/find-program'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { programsNaming } from '@bullring/stack/testing/programs-naming'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLUSTER_PORTS } from '../plan.ts'
import { findPorts } from '../processes/find-ports.ts'

const SCRIPT = join(repositoryRoot, 'lab/cluster/src/bin/cluster.ts')
/** Time limit on a busy machine. */
const LIMIT_MS = 600_000

/** Above every process id. */
const GONE_PID = 2 ** 30

const canRun = findProgram('haproxy') !== null && findProgram('nats-server') !== null

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-cluster-'))
  await chmod(folder, 0o711)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function startCommand(port: number, data = join(folder, 'data')) {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: data, PORT: `${port}` },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, output: () => output }
}

async function end(child: ChildProcessWithoutNullStreams): Promise<unknown> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}

/** Returns the status of a read through the load balancer, or null while it does not answer. */
async function readStatus(port: number): Promise<number | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const signal = AbortSignal.timeout(10_000)
  const url = `http://127.0.0.1:${port}/api/current-epoch`
  const response = await fetch(url, { ...init, signal }).catch(() => null)
  return response?.status ?? null
}

describe('npm run cluster', { timeout: LIMIT_MS }, () => {
  // Without them: sudo apt-get install haproxy nats-server
  test.skipIf(!canRun)(
    'serves the game, survives a fail-over, and leaves nothing running (needs haproxy and nats-server)',
    async () => {
      const poll = { timeout: LIMIT_MS }
      const [port = 0] = await findPorts(CLUSTER_PORTS)
      const { child, output } = startCommand(port)
      try {
        await expect.poll(output, poll).toContain(`ready http://127.0.0.1:${port}`)
        await expect.poll(() => readStatus(port), poll).toBe(200)
        const page = await fetch(`http://127.0.0.1:${port}/`)
        expect(await page.text()).toContain('<title>')
        const chains = `http://127.0.0.1:${port}/wallet/v1/supported-chains?projectId=bullring`
        expect((await fetch(chains)).status).toBe(200)
        for (const name of ['index1', 'index2', 'keeper1', 'api4', 'stream2', 'db2', 'nats3']) {
          expect(output()).toMatch(new RegExp(`^ {2}${name} +\\S+://127\\.0\\.0\\.1:\\d+`, 'm'))
        }
        child.stdin.write('\n')
        await expect.poll(output, poll).toMatch(/✓ fail-over/)
        await expect.poll(() => readStatus(port), poll).toBe(200)
      } finally {
        expect(await end(child)).toBe(0)
      }
      expect(output()).toContain('stopped')
      expect(await programsNaming(folder)).toEqual([])
    },
  )

  test.skipIf(!canRun)('stops what a killed run has left on its ports', async () => {
    const [port = 0] = await findPorts(CLUSTER_PORTS)
    const listen = `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log())`
    const left = spawn(process.execPath, ['-e', listen, 'haproxy'])
    await once(left.stdout, 'data')
    const data = join(folder, 'killed')
    await mkdir(data)
    const children = [{ pid: left.pid, program: 'haproxy' }]
    await writeFile(join(data, 'running.json'), JSON.stringify({ pid: GONE_PID, children }))
    const { child, output } = startCommand(port, data)
    try {
      await expect.poll(output, { timeout: LIMIT_MS }).toContain('contracts')
      expect(left.signalCode).toBe('SIGINT')
    } finally {
      left.kill('SIGKILL')
      await end(child)
    }
  })

  test.skipIf(!canRun)('error: names a port that is taken', async () => {
    const [port = 0] = await findPorts(CLUSTER_PORTS)
    const server = createServer().listen(port + 1, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { child, output } = startCommand(port)
      const [code] = await once(child, 'exit')
      expect(code).toBe(1)
      expect(output()).toContain(`Port ${port + 1} of 127.0.0.1 is in use`)
    } finally {
      server.close()
    }
  })
})
