import { createIcon } from './create-icon.tsx'

/** The icons of the wallets' pages. */
export const Icon = createIcon(
  {
    lock: 'M4 7.5h8v6H4ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
    globe:
      'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM2.5 8h11M8 2.5c-4 4-4 7 0 11 4-4 4-7 0-11Z',
    warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.2M8 11.7h.01',
    close: 'm3 3 10 10M13 3 3 13',
    scan: 'M2.5 5.5v-2a1 1 0 0 1 1-1h2M10.5 2.5h2a1 1 0 0 1 1 1v2M13.5 10.5v2a1 1 0 0 1-1 1h-2M5.5 13.5h-2a1 1 0 0 1-1-1v-2M5 8h6',
    up: 'M8 3 14 13H2Z',
    down: 'M8 13 2 3h12Z',
  },
  1.5,
)
