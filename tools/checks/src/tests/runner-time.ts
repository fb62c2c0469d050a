import type { ProgramOptions } from '../running/run-program.ts'

/** Cost of one runner: `cpuSeconds` is the processor time of all its programs. */
export type RunnerTime = { name: string; wallSeconds: number; cpuSeconds: number }

/** Runs `run` with options that count the processor time of its programs. */
export async function timeRunner<result>(
  name: string,
  options: ProgramOptions,
  run: (options: ProgramOptions) => Promise<result>,
): Promise<{ result: result; time: RunnerTime }> {
  const startedAt = performance.now()
  let cpuSeconds = 0
  const onCpuSeconds = (seconds: number) => {
    cpuSeconds += seconds
  }
  const result = await run({ ...options, onCpuSeconds })
  const wallSeconds = (performance.now() - startedAt) / 1_000
  return { result, time: { name, wallSeconds, cpuSeconds } }
}
