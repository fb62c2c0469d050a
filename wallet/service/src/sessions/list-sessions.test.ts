import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { grantedSessions } from './list-sessions.ts'
import type { SessionEvent } from './session-events.ts'

const account = '0x000000000000000000000000000000000000dEaD'
const idOf = (index: number): Hex => `0x${`${index}`.padStart(64, '0')}`

const event = (blockNumber: number, session: Hex, limits: Hex | null): SessionEvent => ({
  blockNumber,
  logIndex: 0,
  account,
  session,
  limits,
  minedAt: 1_000 + blockNumber,
})

test('lists sessions newest first, each with its first revocation', () => {
  const newestFirst = [
    // The module revokes what was never granted, and what is revoked, too.
    event(7, idOf(9), null),
    event(6, idOf(1), null),
    event(5, idOf(1), null),
    event(2, idOf(2), '0x02'),
    event(1, idOf(1), '0x01'),
  ]
  expect(grantedSessions(newestFirst)).toEqual([
    { id: idOf(2), limits: '0x02', grantedAt: 1_002, revokedAt: null },
    { id: idOf(1), limits: '0x01', grantedAt: 1_001, revokedAt: 1_005 },
  ])
})
