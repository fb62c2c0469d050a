import { spawnSync } from 'node:child_process'
import { environment } from './environment.mjs'

const PROBE_TIMEOUT_MS = 30_000

/** Removes NODE_OPTIONS if a Node other than this one does not start with it: options differ between versions. */
export function dropRefusedOptions(node, report) {
  if (process.env.NODE_OPTIONS === undefined || node === process.execPath) return
  const { status } = spawnSync(node, ['--eval', ''], {
    env: environment(node),
    timeout: PROBE_TIMEOUT_MS,
  })
  if (status === 0) return
  delete process.env.NODE_OPTIONS
  report('• NODE_OPTIONS is ignored: Node 24 does not start with it')
}
