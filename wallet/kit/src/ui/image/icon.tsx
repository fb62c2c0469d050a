/** SVG paths on a 20 x 20 grid. */
const PATHS = {
  back: 'M12.5 4 6.5 10l6 6',
  forward: 'm7.5 4 6 6-6 6',
  down: 'm5 7.5 5 5 5-5',
  close: 'M5 5l10 10M15 5 5 15',
  help: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4ZM7.9 8a2.1 2.1 0 1 1 3 1.9c-.7.4-.9.8-.9 1.5M10 13.9v.1',
  check: 'm4.5 10.5 3.6 3.6 7.4-8',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  out: 'M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5 9.5 10.5',
  refresh: 'M15.5 8A6 6 0 1 0 16 11.5M16 4.5V8h-3.5',
  search: 'M9 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12.4 12.4 16 16',
  wallet: 'M3.5 7h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1Zm0 0 9.5-3.2V7M13.3 11.5h.1',
  grid: 'M4.5 4.5h4v4h-4zM11.5 4.5h4v4h-4zM4.5 11.5h4v4h-4zM11.5 11.5h4v4h-4z',
  qr: 'M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5h1.5M16 11.5v1.5M11.5 16h1.5M14.5 14h1.5v2',
  phone: 'M6.5 3.5h7v13h-7zM9.5 14.2h1',
  desktop: 'M3.5 4.5h13v9h-13zM7.5 16.5h5M10 13.5v3',
  browser: 'M3.5 4.5h13v11h-13zM3.5 7.8h13M5.6 6.2h.1M7.4 6.2h.1',
  globe:
    'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM3.6 10h12.8M10 3.5c-4 4.3-4 8.7 0 13M10 3.5c4 4.3 4 8.7 0 13',
  off: 'M8 4.5H4.5v11H8M9 10h7.5M13.5 7l3 3-3 3',
  warning: 'M10 3.8 17 16H3ZM10 8.5v3.4M10 14v.1',
  badge:
    'M10 3.2l5.5 2v4.3c0 3.4-2.3 6-5.5 7.3-3.2-1.3-5.5-3.9-5.5-7.3V5.2ZM7.6 9.9l1.8 1.8 3.2-3.6',
  cross: 'M6.5 6.5l7 7M13.5 6.5l-7 7',
  clock: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM10 6.8V10l2.3 1.6',
  send: 'M16.5 3.5 9 11M16.5 3.5 12 16.5 9 11 3.5 8Z',
  receive: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  swap: 'M6.5 3.5v11M3.5 11.5l3 3 3-3M13.5 16.5v-11M10.5 8.5l3-3 3 3',
  plus: 'M10 4v12M4 10h12',
  card: 'M3 5.5h14a.8.8 0 0 1 .8.8v7.9a.8.8 0 0 1-.8.8H3a.8.8 0 0 1-.8-.8V6.3a.8.8 0 0 1 .8-.8ZM2.2 8.7h15.6M5 12.2h3',
  coins: 'M7.5 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12.2 8.1a4 4 0 1 1-3.9 5.2',
  picture: 'M3.5 4.5h13v11h-13zM3.5 13l3.8-3.5 3 2.7 2.2-1.9 4 3.4M12.5 7.4v.1',
  mail: 'M3.5 5.5h13v9h-13zM3.8 6l6.2 5 6.2-5',
  gear: 'M10 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2ZM10 3v2M10 15v2M3 10h2M15 10h2M5.05 5.05l1.4 1.4M13.55 13.55l1.4 1.4M14.95 5.05l-1.4 1.4M6.45 13.55l-1.4 1.4',
  next: 'M4 10h11.5M10.5 5l5 5-5 5',
  box: 'M3.5 6.5 10 3l6.5 3.5v7L10 17l-6.5-3.5ZM3.5 6.5 10 10l6.5-3.5M10 10v7',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon: the text beside it or the name of its button carries the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
