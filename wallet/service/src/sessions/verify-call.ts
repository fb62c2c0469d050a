import { sessionId } from '@bullring/smart-account/session'
import type { SignedSessionCall } from '@bullring/smart-account/session-calls'
import { sessionCallHash } from '@bullring/smart-account/session-signatures'
import { concatHex, hexToBytes } from 'viem'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Returns whether the key of the session that a call names has signed it. Only the chain knows whether there is such a
 * session.
 */
export async function isSignedByKey(signed: SignedSessionCall, chainId: number): Promise<boolean> {
  const { account, session, call, signature } = signed
  const { x, y } = session.key
  const hash = sessionCallHash({ account, id: sessionId(session), call, chainId })
  try {
    const point = new Uint8Array(hexToBytes(concatHex(['0x04', x, y])))
    const key = await crypto.subtle.importKey('raw', point, ALGORITHM, false, ['verify'])
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const bytes = new Uint8Array(hexToBytes(concatHex(signature)))
    return await crypto.subtle.verify(algorithm, key, bytes, new Uint8Array(hexToBytes(hash)))
  } catch {
    // Not a point of the curve.
    return false
  }
}
