import { createIcon } from '@bullring/ui/create-icon'

/** Icon paths on a 16 px grid. UP and DOWN are shapes because fonts draw ▲ and ▼ differently. */
const PATHS = {
  up: 'M8 3 14 13H2Z',
  down: 'M8 13 2 3h12Z',
  close: 'M3.5 3.5 12.5 12.5M12.5 3.5 3.5 12.5',
  history: 'M8 4.5V8l2.5 1.5M2.5 8a5.5 5.5 0 1 0 1.7-4M2 2.5v2.4h2.4',
  chevron: 'M4 6l4 4 4-4',
  back: 'M10 4 6 8l4 4',
  forward: 'M6 4l4 4-4 4',
  share: 'M8 10V2.5M5 5l3-2.5L11 5M3.5 8v5.5h9V8',
  check: 'M3 8.5 6.5 12 13 4.5',
  plus: 'M8 3v10M3 8h10',
  wallet: 'M2.5 5.5h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1Zm0 0 8-3v3M11 9.5h.1',
  out: 'M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5',
  globe: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM2.5 8h11M8 2.5c-4 4-4 7 0 11 4-4 4-7 0-11Z',
  bars: 'M3 13V8.5M8 13V3M13 13V6',
  copy: 'M5.5 5.5h8v8h-8ZM3.5 10.5h-1v-8h8v1',
  download: 'M8 2.5V10M4.5 7 8 10.5 11.5 7M3 13.5h10',
  help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM6.1 6.4a1.9 1.9 0 1 1 2.9 1.6c-.7.4-1 .8-1 1.5M8 11.6h.01',
  gear: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.7v3.6M6 9.7v3.6',
  bolt: 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8Z',
  refund: 'M3 8h8a2.5 2.5 0 0 1 0 5H8M3 8l3-3M3 8l3 3',
} as const

export type IconName = keyof typeof PATHS

export const Icon = createIcon(PATHS, 1.6)
