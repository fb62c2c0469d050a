import { randomInt } from 'node:crypto'
import { portProblem } from '@bullring/stack/processes/free-port'

/** Below the range from which systems take ports of outgoing connections: a stopped program’s port stays free. */
const FIRST = 10_000
const LAST = 31_000
const ATTEMPTS = 100

/** Finds `count` free consecutive ports of 127.0.0.1. */
export async function findPorts(count: number): Promise<number[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST, LAST)
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const problems = await Promise.all(ports.map((port) => portProblem('127.0.0.1', port)))
    if (problems.every((problem) => problem === null)) return ports
  }
  throw new Error(`Found no ${count} free ports`)
}
