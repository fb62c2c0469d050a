/**
 * Returns the attestation that wallets receive: of an unsigned one, or none, an empty text. For others, and without a
 * text, they ask the verify server of WalletConnect.
 */
export function passedAttestation(attestation: string | null | undefined): string {
  return attestation?.endsWith('.') ? '' : (attestation ?? '')
}
