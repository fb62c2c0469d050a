/** R-NAMES-4. */
const MIN_LENGTH = 4

/** Why a label cannot be registered; null when it has the right form. */
export type LabelProblem = 'tooShort' | 'characters'

export function labelProblem(label: string): LabelProblem | null {
  if (!/^[a-zA-Z0-9-]*$/.test(label)) return 'characters'
  return label.length < MIN_LENGTH ? 'tooShort' : null
}
