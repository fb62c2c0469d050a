import { brandLogo } from '#browser/page-brand.ts'

/** The logo: that of the operator's brand, or a ring with horns. */
export function BrandMark({ size = 32 }: { size?: number }) {
  const logo = brandLogo()
  if (logo !== null) return <img src={logo} alt="" width={size} height={size} />
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none">
      <path
        d="M4 3c.6 5.2 5 7.6 12 7.6S27.4 8.2 28 3"
        stroke="var(--ink)"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <path d="M16 10.6a9.2 9.2 0 0 0 0 18.4" stroke="var(--up)" strokeWidth="3.4" />
      <path d="M16 29a9.2 9.2 0 0 0 0-18.4" stroke="var(--down)" strokeWidth="3.4" />
    </svg>
  )
}
