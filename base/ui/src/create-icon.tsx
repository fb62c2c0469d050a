/** Filled shapes. All others are outlines. */
const SOLID: ReadonlySet<string> = new Set(['up', 'down'])

/**
 * Creates the component of a set of icons. An icon is decorative: the text beside it carries the meaning.
 *
 * @param paths - On a 16 px grid, by name.
 * @param strokeWidth - Of the outlines, in units of the grid.
 */
export function createIcon<Name extends string>(
  paths: Readonly<Record<Name, string>>,
  strokeWidth: number,
) {
  /** @param props.size - In pixels at the default text size. */
  return function Icon({ name, size = 16 }: { name: Name; size?: number }) {
    const isSolid = SOLID.has(name)
    const length = `${size / 16}rem`
    return (
      <svg
        aria-hidden="true"
        width={length}
        height={length}
        viewBox="0 0 16 16"
        fill={isSolid ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={isSolid ? 1 : strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={paths[name]} />
      </svg>
    )
  }
}
