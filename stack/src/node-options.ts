/** Node's default for the space of new objects is 64 MiB: collections of a space that is full pause the process for too long. */
const STREAM_OPTIONS = ['--max-semi-space-size=1']

/** A quarter of the default: each pause is a quarter as long, and all together cost the same. With less they would cost more. */
const GAME_OPTIONS = ['--max-semi-space-size=16']

/** At Node's default, space for new objects takes more memory than all else in a service, or than thousands of sockets. */
const SERVICE_OPTIONS = ['--max-semi-space-size=8']

/**
 * Returns Node's options for a service, the same as in compose.yaml, ops/cluster and docs.
 *
 * @param env - Variables of the service. Nodes of the game that do anything but live events get more space, with which reads cost
 *   less.
 */
export function nodeOptionsOf(
  service: string,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  if (service !== 'game') return SERVICE_OPTIONS
  return env['GAME_ROLES'] === 'stream' ? STREAM_OPTIONS : GAME_OPTIONS
}
