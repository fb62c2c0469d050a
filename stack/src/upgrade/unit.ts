import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

const run = promisify(execFile)

const COMMAND_TIMEOUT_MS = 120_000
const LOG_TIMEOUT_MS = 10_000
/** A start that fails prints a sentence and the last lines of its service. */
const LOG_LINES = 20

/** Report of systemd on a unit. */
const UnitState = z.object({
  ActiveState: z.string(),
  /** 0 while it has no process. */
  MainPID: z.string(),
  /** `si_code` of SIGCHLD: 1 after an exit, 2 and 3 after a signal, 0 where systemd has forgotten it. */
  ExecMainCode: z.string(),
  ExecMainStatus: z.string(),
  /** Names the last start in the journal. */
  InvocationID: z.string(),
})
export type UnitState = z.infer<typeof UnitState>

export async function systemctl(...args: readonly string[]): Promise<string> {
  return (await run('systemctl', args, { timeout: COMMAND_TIMEOUT_MS })).stdout
}

/** Reads the state of a unit; null where systemd does not report it. */
export async function readUnit(unit: string): Promise<UnitState | null> {
  const properties = Object.keys(UnitState.shape).join(',')
  const text = await systemctl('show', unit, `--property=${properties}`).catch(() => '')
  const fields = text.split('\n').map((line) => line.split('='))
  return z.safeParse(UnitState, Object.fromEntries(fields)).data ?? null
}

/**
 * Says how a unit ended that is not going to run; null while it may. systemd restarts a unit that fails, for which an RPC
 * endpoint that is down for a moment suffices, so that only its second end counts.
 *
 * @param first - `InvocationID` after its start. `NRestarts` is no substitute: it already counts a restart that is queued.
 */
export function endingOf(state: UnitState, first: string): string | null {
  if (state.MainPID !== '0') return null
  if (state.InvocationID !== first) return `${causeOf(state)}, also after a restart`
  const isFinal = state.ActiveState === 'inactive' || state.ActiveState === 'failed'
  return isFinal ? causeOf(state) : null
}

function causeOf({ ExecMainCode, ExecMainStatus }: UnitState): string {
  if (ExecMainCode === '0') return 'ended'
  if (ExecMainCode === '1') return `ended with code ${ExecMainStatus}`
  return `was ended by signal ${ExecMainStatus}`
}

/** Returns the last lines that a unit printed since its last start, or where to read them. */
export async function logOf(unit: string, { InvocationID }: UnitState): Promise<string> {
  const filter = `_SYSTEMD_INVOCATION_ID=${InvocationID}`
  const args = [filter, `--lines=${LOG_LINES}`, '--output=cat', '--no-pager', '--quiet']
  const lines = await run('journalctl', args, { timeout: LOG_TIMEOUT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return lines === ''
    ? `read its log (journalctl -u ${unit}).`
    : `the last lines of its log:\n${lines}`
}
