import { SESSION_MODULE } from '@bullring/smart-account/contracts'
import { type Session, sessionArgument, sessionId } from '@bullring/smart-account/session'
import { sessionModuleAbi } from '@bullring/smart-account/session-module-abi'
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  type Log,
} from 'viem'
import { expect, test } from 'vitest'
import { sessionEvents } from './session-events.ts'

const ACCOUNT = '0x000000000000000000000000000000000000dEaD'
const session: Session = {
  key: { x: `0x${'aa'.repeat(32)}`, y: `0x${'bb'.repeat(32)}` },
  ...{ valuePerCall: 5n, totalValue: 10n, callsPerPeriod: 2, period: 60, expiresAt: 2_000_000_000 },
  methods: [{ to: ACCOUNT, selector: '0x57fb096f' }],
}
const id = sessionId(session)
const GRANT = getAbiItem({ abi: sessionModuleAbi, name: 'grant' })
const limits = encodeAbiParameters(GRANT.inputs, [sessionArgument(session)])

function logOf(
  eventName: 'SessionGranted' | 'SessionRevoked',
  { data, logIndex, address = SESSION_MODULE }: { data: Hex; logIndex: number; address?: Address },
): Log {
  const topics = encodeEventTopics({
    abi: sessionModuleAbi,
    eventName,
    args: { account: ACCOUNT, id },
  })
  return { address, topics, data, logIndex } as unknown as Log
}

test('reads grants and revocations of the module, and of no other contract', () => {
  const granted = logOf('SessionGranted', { data: limits, logIndex: 3 })
  const revoked = logOf('SessionRevoked', { data: '0x', logIndex: 4 })
  const forged = logOf('SessionRevoked', { data: '0x', logIndex: 5, address: ACCOUNT })
  expect(sessionEvents([granted, revoked, forged])).toEqual([
    { logIndex: 3, account: ACCOUNT, session: id, limits },
    { logIndex: 4, account: ACCOUNT, session: id, limits: null },
  ])
})
