import type { FarcasterRegistry } from '@bullring/login-server/farcaster/farcaster-registry'
import { verifyFarcasterLogin } from '@bullring/login-server/farcaster/verify-farcaster-login'
import { InvalidEvidenceError } from '../errors.ts'
import type { EvidenceCheck } from './evidence-check.ts'

export type FarcasterCheckOptions = {
  registry: FarcasterRegistry
  /** Host of the frame: the site that the phone showed. */
  domain: string
}

/** Creates the check of messages that a phone signed: by the core's own reading of Farcaster's registries. */
export function createFarcasterCheck({ registry, domain }: FarcasterCheckOptions): EvidenceCheck {
  return async ({ evidence, deviceId, nowS }) => {
    if (evidence.kind !== 'farcaster') throw new InvalidEvidenceError()
    const { message, signature, salt } = evidence
    const rules = { deviceId, domain, nowMs: nowS * 1_000 }
    const { fid, nonce } = await verifyFarcasterLogin(registry, { message, signature, salt }, rules)
    return { subject: fid, proof: nonce }
  }
}
