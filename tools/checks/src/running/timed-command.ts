/**
 * Runs its arguments and then writes the processor time of the whole process tree to file descriptor 3. A signal to the
 * shell would not reach the program: it is passed on, and the program has ended when the shell ends.
 */
const SCRIPT = `
trap 'kill -TERM "$program" 2>/dev/null' TERM
"$@" 3>&- & program=$!
while kill -0 "$program" 2>/dev/null; do wait "$program"; code=$?; done
times >&3
exit "$code"`

/** Returns a command that runs `program` and reports its processor time. See {@link parseTimes}. */
export function timedCommand(
  program: string,
  args: readonly string[],
): { command: string; args: string[] } {
  return { command: '/bin/sh', args: ['-c', SCRIPT, 'sh', program, ...args] }
}

/**
 * Reads the output of the shell's `times` (POSIX, 2.14): the second line is user and system time of what it ran.
 *
 * @returns Seconds, or null if the shell was killed before it wrote them.
 */
export function parseTimes(output: string): number | null {
  const times = [...output.matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)].map(
    ([, minutes, seconds = '']) => Number(minutes) * 60 + Number(seconds.replace(',', '.')),
  )
  const [, , user, system] = times
  return user === undefined || system === undefined ? null : user + system
}
