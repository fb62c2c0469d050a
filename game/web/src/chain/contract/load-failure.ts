import type { Failure } from '@bullring/wallet-kit/failure'

/** Loads the code that classifies failures. It is not needed until a transaction is sent. */
export const loadClassifier = () => import('@bullring/wallet-kit/failure')

/** Classifies an error thrown by a wallet, viem or a node; `unknown` if the classifier fails to load. */
export async function loadFailure(error: unknown): Promise<Failure> {
  const unknown: Failure = { kind: 'unknown', message: '', revert: null }
  const classifier = await loadClassifier().catch(() => null)
  if (classifier === null) return unknown
  const failure = classifier.classifyFailure(error)
  // A thrown string is no message: such a failure reads as one without (R-BET-19, R-CLAIM-10).
  return typeof error === 'string' ? { ...failure, message: '' } : failure
}
