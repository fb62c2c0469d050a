/**
 * Pairs of characters that look alike in common fonts. Labels are ASCII, so the mixed scripts of Unicode's
 * confusables (UTS 39) cannot occur. These pairs remain between a-z and 0-9.
 */
const LOOKALIKES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/2/g, 'z'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/** Returns a text that is the same for all labels that look alike. It is compared, never shown. */
export function labelSkeleton(label: string): string {
  return LOOKALIKES.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    label.toLowerCase(),
  )
}
