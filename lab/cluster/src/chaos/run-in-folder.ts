import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLUSTER_PORTS } from '../plan.ts'
import { startCleanUp } from '../processes/clean-up.ts'
import { findPorts } from '../processes/find-ports.ts'
import { type ChaosOptions, type ChaosReport, runChaos } from './run-chaos.ts'

/** Plays in a temporary folder, which is removed even when this process is killed. */
export async function runInFolder(
  options: Omit<ChaosOptions, 'folder' | 'ports' | 'keepProcess'>,
): Promise<ChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-chaos-'))
  await chmod(folder, 0o711)
  const cleanUp = startCleanUp(folder)
  try {
    const ports = await findPorts(CLUSTER_PORTS)
    return await runChaos({ ...options, folder, ports, keepProcess: cleanUp.addProcess })
  } finally {
    await cleanUp.finish()
  }
}
