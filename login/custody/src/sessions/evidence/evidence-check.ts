import type { Identity } from '@bullring/login-api/identity'
import type { LoginEvidence } from '@bullring/login-api/vault-api/login-evidence'

/** A login that the vault asserts. */
type AssertedLogin = {
  evidence: LoginEvidence
  identity: Identity
  /** The device that presents it. */
  deviceId: string
  nowS: number
}

/** Facts that the evidence proves without the vault. */
type ProvenLogin = {
  /** Id of the account at the provider. */
  subject: string
  /** Works once: the text by which the evidence is recognized. */
  proof: string
}

/**
 * Checks a login at the provider itself.
 *
 * @throws {InvalidEvidenceError} @throws {ProviderFailedError}
 */
export type EvidenceCheck = (login: AssertedLogin) => Promise<ProvenLogin>
