import { isLoopbackHost } from '@bullring/server/http/site-hosts'
import type { GameConfig } from '../../config.ts'

/**
 * Returns whether events may be sent to this machine: on a local chain whose pages only this machine opens. Visitors of a
 * published game must not reach its other programs.
 */
export function allowsLoopback({ chain, http }: Pick<GameConfig, 'chain' | 'http'>): boolean {
  const { publicOrigin } = http
  return chain.isLocal && (publicOrigin === null || isLoopbackHost(new URL(publicOrigin).host))
}
