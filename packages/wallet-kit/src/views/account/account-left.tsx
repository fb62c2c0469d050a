import { lazy, Suspense } from 'react'

const NetworkPill = lazy(async () => ({
  default: (await import('./network-pill.tsx')).NetworkPill,
}))

/** The network, left of the account's title. Its code comes with the view, not with the page. */
export function AccountLeft() {
  return (
    <Suspense>
      <NetworkPill />
    </Suspense>
  )
}
