/** R-NAMES-4. */
const MIN_LENGTH = 4
/** Of a label in the DNS (RFC 1035). */
const MAX_LENGTH = 63

/** Why a label cannot be registered; null when it has the right form. */
export type LabelProblem = 'tooShort' | 'tooLong' | 'characters'

export function labelProblem(label: string): LabelProblem | null {
  if (!/^[a-zA-Z0-9-]*$/.test(label)) return 'characters'
  if (label.length > MAX_LENGTH) return 'tooLong'
  return label.length < MIN_LENGTH ? 'tooShort' : null
}
