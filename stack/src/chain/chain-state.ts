import { open, rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { callRpc } from './anvil.ts'

const unzip = promisify(gunzip)
const PAUSE_MS = 30_000
/** Largest share of the time that dumps may take; a dump grows with the chain. */
const MAX_SHARE = 1 / 20

/** Writes the state of the chain to `file`, atomically: a crash leaves the old state or the new one. */
export async function dumpChainState(rpcUrl: string, file: string): Promise<void> {
  const zipped = String(await callRpc(rpcUrl, 'anvil_dumpState', []))
  const state = await unzip(Buffer.from(zipped.slice(2), 'hex'))
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(state)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}

/** Dumps the chain periodically until `signal` aborts. A failed dump is reported and retried. */
export async function keepChainState(
  rpcUrl: string,
  file: string,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = PAUSE_MS
  while (!signal.aborted) {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const startedAt = performance.now()
    await dumpChainState(rpcUrl, file).catch(report)
    pauseMs = Math.max(PAUSE_MS, (performance.now() - startedAt) / MAX_SHARE)
  }
}
