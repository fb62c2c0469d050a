import { readdir, readFile } from 'node:fs/promises'

const MILLISECONDS_PER_TICK = 10
const PAGE_KIB = 4

/** Returns the memory that a process uses. */
export async function memoryKib(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8')
  return Number(statm.split(' ')[1]) * PAGE_KIB
}

/** Returns the CPU time of a process and its children so far. */
export async function cpuMs(pid: number): Promise<number> {
  let ticks = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const { parent, own, ended } = await statOf(Number(entry))
    if (Number(entry) === pid) ticks += own + ended
    if (parent === pid) ticks += own
  }
  return ticks * MILLISECONDS_PER_TICK
}

/** CPU times of a process and of its ended children, in ticks (proc(5), fields 4 and 14 to 17). */
async function statOf(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, own: user + system, ended: endedUser + endedSystem }
}
