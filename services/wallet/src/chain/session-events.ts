import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import { type Address, type Hex, isAddressEqual, type Log, parseEventLogs } from 'viem'

/** A grant or revocation of a session of a key, in the index. */
export type IndexedSessionEvent = {
  logIndex: number
  account: Address
  session: Hex
  /** Data of the event `SessionGranted`, which has the limits; null for a revocation. */
  limits: Hex | null
}

/** Returns what the module for session keys reports among the logs of a transaction. */
export function sessionEvents(logs: readonly Log[]): readonly IndexedSessionEvent[] {
  const ours = logs.filter(({ address }) => isAddressEqual(address, SESSION_MODULE))
  const events = parseEventLogs({
    abi: sessionModuleAbi,
    eventName: ['SessionGranted', 'SessionRevoked'],
    logs: ours,
  })
  return events.flatMap(({ logIndex, eventName, args: { account, id }, data }) =>
    logIndex === null
      ? []
      : [{ logIndex, account, session: id, limits: eventName === 'SessionGranted' ? data : null }],
  )
}
