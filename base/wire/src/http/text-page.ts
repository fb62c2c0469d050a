/** Pages of the operator's texts. Their paths are `/rules`, `/terms`, `/privacy` and `/imprint`. */
export const TEXT_PAGES = ['rules', 'terms', 'privacy', 'imprint'] as const

export type TextPage = (typeof TEXT_PAGES)[number]
