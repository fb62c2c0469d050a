import { LABEL_LENGTH } from '@bullring/wallet-api/blockchain-api/label-length'

/** Reason why a label cannot be registered; null when it has the right form. */
export type LabelProblem = 'tooShort' | 'tooLong' | 'characters'

export function labelProblem(label: string): LabelProblem | null {
  if (!/^[a-zA-Z0-9-]*$/.test(label)) return 'characters'
  if (label.length > LABEL_LENGTH.most) return 'tooLong'
  return label.length < LABEL_LENGTH.least ? 'tooShort' : null
}
