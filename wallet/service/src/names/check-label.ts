import { LABEL_LENGTH } from '@bullring/wallet-api/blockchain-api/label-length'
import { labelSkeleton } from './label-skeleton.ts'
import { RESERVED_LABELS } from './reserved-labels.ts'

/** Reason that a label cannot be registered. `name` is stable, `description` is for the visitor. */
export type Reason = { name: string; description: string }

const reservedSkeletons = new Set(RESERVED_LABELS.map(labelSkeleton))

/** Returns every rule that a label in lower case breaks. */
export function formatReasons(label: string): Reason[] {
  return FORMAT_RULES.filter(({ isBroken }) => isBroken(label)).map(({ name, description }) => ({
    name,
    description,
  }))
}

/** Returns why no one may register a well-formed label, or null if someone may. */
export function reservedReason(label: string): Reason | null {
  return reservedSkeletons.has(labelSkeleton(label))
    ? { name: 'reserved', description: 'This name is reserved.' }
    : null
}

/** Longest label that counts as short: there are few, so squatters want them. */
const SHORT_LENGTH = 5

/** Returns whether a label is short, or takes a short one by looking like it: such names need an account that has paid gas. */
export function isShortLabel(label: string): boolean {
  return labelSkeleton(label).length <= SHORT_LENGTH
}

const FORMAT_RULES: readonly (Reason & { isBroken: (label: string) => boolean })[] = [
  {
    name: 'too-short',
    description: `Name must be at least ${LABEL_LENGTH.least} characters long`,
    isBroken: ({ length }) => length < LABEL_LENGTH.least,
  },
  {
    name: 'too-long',
    description: `Name must be at most ${LABEL_LENGTH.most} characters long`,
    isBroken: ({ length }) => length > LABEL_LENGTH.most,
  },
  {
    // Also refuses homoglyphs of other scripts.
    name: 'characters',
    description: 'Can only contain letters, numbers and - characters',
    isBroken: (label) => !/^[a-z0-9-]*$/.test(label),
  },
  {
    name: 'hyphens',
    description: 'Cannot begin or end with a hyphen',
    isBroken: (label) => label.startsWith('-') || label.endsWith('-'),
  },
  {
    // Wallets decode such a label to letters of any script, and ENSIP-15 refuses it.
    name: 'punycode',
    description: 'Cannot have hyphens in the third and fourth place',
    isBroken: (label) => label.slice(2, 4) === '--',
  },
  {
    name: 'looks-like-address',
    description: 'Cannot look like an address',
    isBroken: (label) => /^0x[0-9a-f]*$/.test(label),
  },
]
