import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLUSTER_PORTS } from '../plan.ts'
import { startCleanUp } from '../processes/clean-up.ts'
import { findPorts } from '../processes/find-ports.ts'
import type { PlayedClusterOptions } from './played-cluster.ts'

/** Runs a cluster in a temporary folder, which is removed even when this process is killed. */
export async function runInFolder<report>(
  run: (place: Pick<PlayedClusterOptions, 'folder' | 'ports' | 'keepProcess'>) => Promise<report>,
): Promise<report> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-chaos-'))
  await chmod(folder, 0o711)
  const cleanUp = startCleanUp(folder)
  try {
    const ports = await findPorts(CLUSTER_PORTS)
    return await run({ folder, ports, keepProcess: cleanUp.addProcess })
  } finally {
    await cleanUp.finish()
  }
}
