import { readdir, readFile } from 'node:fs/promises'

const MILLISECONDS_PER_TICK = 10
const PAGE_KIB = 4

/** Returns the memory that a process uses. */
export async function memoryKib(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8')
  return Number(statm.split(' ')[1]) * PAGE_KIB
}

/** A child that ends during a count is in neither sum: it is counted again, at most this often. */
const COUNTS = 10

/** Reads processes of this machine. */
type ProcessTable = {
  pids: () => Promise<number[]>
  /** CPU times of a process and of its ended children, in ticks; zeros once it has ended. */
  statOf: (pid: number) => Promise<{ parent: number; own: number; ended: number }>
}

/**
 * Returns the CPU time of a process and its children so far, ended ones included.
 *
 * @param table - By default the processes of this machine.
 */
export async function cpuMs(pid: number, table: ProcessTable = PROC): Promise<number> {
  let count = await countTicks(pid, table)
  for (let counts = 1; !count.isWhole && counts < COUNTS; counts += 1) {
    count = await countTicks(pid, table)
  }
  return count.ticks * MILLISECONDS_PER_TICK
}

async function countTicks(
  pid: number,
  { pids, statOf }: ProcessTable,
): Promise<{ ticks: number; isWhole: boolean }> {
  const before = await statOf(pid)
  let ticks = 0
  for (const other of await pids()) {
    const { parent, own } = await statOf(other)
    if (parent === pid) ticks += own
  }
  const { own, ended } = await statOf(pid)
  return { ticks: ticks + own + ended, isWhole: ended === before.ended }
}

const PROC: ProcessTable = {
  pids: async () => {
    const entries = await readdir('/proc')
    return entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  },
  /** Fields 4 and 14 to 17 of proc(5). */
  statOf: async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, own: user + system, ended: endedUser + endedSystem }
  },
}
