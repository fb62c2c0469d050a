import { createPageLayout } from '@bullring/server/page'

/** Layout of the checkout page. */
export const CHECKOUT = createPageLayout(`
.play { justify-self: start; padding: .125rem .75rem; border-radius: 99px; background: var(--wash); color: var(--amber);
  font-size: .875rem; font-weight: 600 }
.error { color: var(--down); font-weight: 600; font-size: .875rem }
.paid { color: var(--up) } .failed { color: var(--down) }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600 }
input { width: 100%; min-height: 2.875rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: 12px;
  background: transparent; color: inherit; font: inherit; font-size: 1rem; font-variant-numeric: tabular-nums }
ul { padding: 0; list-style: none; display: grid; gap: .25rem; font-size: .875rem; color: var(--soft) }
code { font: inherit; font-variant-numeric: tabular-nums; color: var(--ink); white-space: nowrap }
`)
