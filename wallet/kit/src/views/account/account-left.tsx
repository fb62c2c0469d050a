import { lazy, Suspense } from 'react'

const NetworkPill = lazy(async () => ({
  default: (await import('./network-pill.tsx')).NetworkPill,
}))

/** The network, left of the Account title. Lazy: it loads with the view, not with the page. */
export function AccountLeft() {
  return (
    <Suspense>
      <NetworkPill />
    </Suspense>
  )
}
