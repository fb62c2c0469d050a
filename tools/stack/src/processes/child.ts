import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** A program of ours that runs beside this process. */
export type Child = {
  pid: number
  /** Resolves, never rejects, with a sentence about how it ended. */
  exited: Promise<string>
  isRunning: () => boolean
  /** Last lines it printed: what to show when it dies. */
  lastWords: () => string
  /** Asks it to end with `stopSignal`, kills it after `graceMs`, returns once it is gone. */
  stop: (graceMs?: number) => Promise<void>
  process: ChildProcess
}

export type ChildOptions = {
  name: string
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  cwd?: string
  /** User and group to run as; this process must be root for it. */
  identity?: { uid: number; gid: number } | undefined
  stopSignal?: NodeJS.Signals
  withIpc?: boolean
  onLine?: (line: string) => void
}

const KEPT_LINES = 12
const DEFAULT_GRACE_MS = 10_000

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches only the
 * supervisor, which then ends its children in order.
 */
export function startChild(options: ChildOptions): Child {
  const { name, command, args, stopSignal = 'SIGTERM' } = options
  const stdio: StdioOptions = [
    'ignore',
    'pipe',
    'pipe',
    ...(options.withIpc ? ['ipc' as const] : []),
  ]
  const child = spawn(command, args, {
    detached: true,
    stdio,
    env: { ...compileCache(command), ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...options.identity,
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\n').filter((text) => text.trim() !== '')) {
        lines.push(line)
        if (lines.length > KEPT_LINES) lines.shift()
        options.onLine?.(line)
      }
    })
  }
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(
        signal === null ? `${name} ended with code ${code}` : `${name} was ended by ${signal}`,
      ),
    )
  })
  const isRunning = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    exited,
    isRunning,
    lastWords: () => lines.join('\n'),
    stop: async (graceMs = DEFAULT_GRACE_MS) => {
      if (!isRunning()) return
      child.kill(stopSignal)
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exited
      clearTimeout(timer)
    },
    process: child,
  }
}

/** A Node that we start keeps compiled code where this one does, if it does: it starts with a third less work. */
function compileCache(command: string): Record<string, string> {
  const folder = command === process.execPath ? getCompileCacheDir() : undefined
  // The folder that Node names is one for its version, inside the one it was given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
