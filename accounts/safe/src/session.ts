import {
  type AbiParameterToPrimitiveType,
  type Address,
  concatHex,
  encodeAbiParameters,
  getAbiItem,
  type Hex,
  keccak256,
  pad,
  slice,
} from 'viem'
import { sessionModuleAbi } from './session-module-abi.ts'

/** A method of a contract. */
type Method = { to: Address; selector: Hex }

/** Permissions that an account grants to a key until a time. */
export type Session = {
  /** Point on the curve P-256. */
  key: { x: Hex; y: Hex }
  /** Maximum amount of one call, in wei. */
  valuePerCall: bigint
  /** Maximum amount of all calls together, in wei. */
  totalValue: bigint
  callsPerPeriod: number
  /** In seconds. */
  period: number
  /** Unix seconds. */
  expiresAt: number
  methods: readonly Method[]
}

/** A call by the key of a session. */
export type SessionCall = {
  to: Address
  value: bigint
  data: Hex
  /** Number of earlier calls of the session. */
  nonce: number
  /** Last second in which the call counts, in Unix seconds. */
  deadline: number
}

const GRANT = getAbiItem({ abi: sessionModuleAbi, name: 'grant' })

/** Returns the id of a session: the hash of its limits. */
export function sessionId(session: Session): Hex {
  return keccak256(encodeAbiParameters(GRANT.inputs, [sessionArgument(session)]))
}

type SessionArgument = AbiParameterToPrimitiveType<(typeof GRANT.inputs)[0]>

/** Returns a session as the module's methods take it. */
export function sessionArgument({ key, methods, ...limits }: Session): SessionArgument {
  return {
    keyX: key.x,
    keyY: key.y,
    valuePerCall: limits.valuePerCall,
    totalValue: limits.totalValue,
    callsPerPeriod: limits.callsPerPeriod,
    period: limits.period,
    expiresAt: limits.expiresAt,
    methods: methods.map(({ to, selector }) => pad(concatHex([to, selector]), { dir: 'right' })),
  }
}

/** Reads a session as the module reports it. */
export function toSession({ keyX, keyY, methods, ...limits }: SessionArgument): Session {
  return {
    valuePerCall: limits.valuePerCall,
    totalValue: limits.totalValue,
    callsPerPeriod: limits.callsPerPeriod,
    period: limits.period,
    expiresAt: limits.expiresAt,
    key: { x: keyX, y: keyY },
    methods: methods.map((word) => ({ to: slice(word, 0, 20), selector: slice(word, 20, 24) })),
  }
}
