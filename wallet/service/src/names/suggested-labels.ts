const ENDINGS = ['-bull', '-bear', '-wins', '77', '-plays', '-pro', '343', '-one', '-club', '646']
const MAX_BASE_LENGTH = 48

/** Returns labels that resemble `label`, the best first, or none if nothing of it can be part of a label. */
export function suggestedLabels(label: string): string[] {
  const base = label
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_BASE_LENGTH)
  if (base === '') return []
  return [...(base === label ? [] : [base]), ...ENDINGS.map((ending) => `${base}${ending}`)]
}
