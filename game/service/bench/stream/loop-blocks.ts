import { closeSync, openSync, readSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'

const SAMPLE_MS = 1

/** Longest block of the event loop, in milliseconds. */
export type Blocks = {
  /** Elapsed time: the CPU may have run other processes meanwhile. */
  wallMs: number
  /** The same without the time in which the thread waited for a CPU. */
  ownMs: number
  /** Longest garbage collection, part of both. */
  gcMs: number
}

/** Measures the longest block of the event loop while `task` runs. */
export async function measureBlocks(task: () => Promise<unknown>): Promise<Blocks> {
  const blocks: Blocks = { wallMs: 0, ownMs: 0, gcMs: 0 }
  using delay = openRunDelay()
  const collections = new PerformanceObserver((list) => {
    blocks.gcMs = Math.max(blocks.gcMs, ...list.getEntries().map(({ duration }) => duration))
  })
  collections.observe({ entryTypes: ['gc'] })
  let before = { wallMs: performance.now(), waitedMs: delay.read() }
  const sample = () => {
    const now = { wallMs: performance.now(), waitedMs: delay.read() }
    const wallMs = now.wallMs - before.wallMs - SAMPLE_MS
    blocks.wallMs = Math.max(blocks.wallMs, wallMs)
    blocks.ownMs = Math.max(blocks.ownMs, wallMs - (now.waitedMs - before.waitedMs))
    before = now
  }
  const timer = setInterval(sample, SAMPLE_MS)
  try {
    await task()
    // The last block ends before the next sample.
    await new Promise((resolve) => setTimeout(resolve, 2 * SAMPLE_MS))
    sample()
  } finally {
    clearInterval(timer)
    collections.disconnect()
  }
  return blocks
}

/** Reads for how long this thread could run but had no CPU: exact, while CPU times are counted in ticks of 4 ms. */
function openRunDelay() {
  const file = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(128)
  const read = () => {
    const length = readSync(file, bytes, 0, bytes.length, 0)
    return Number(bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6
  }
  return { read, [Symbol.dispose]: () => closeSync(file) }
}
