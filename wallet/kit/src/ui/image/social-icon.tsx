/** Marks of sites on a 20 x 20 grid. */
const MARKS: Readonly<Record<string, { path: string; isOutline?: boolean }>> = {
  google: { path: 'M10.4 10h6a6.4 6.4 0 1 1-2-4.5', isOutline: true },
  x: { path: 'M4 4l12 12M16 4 4 16', isOutline: true },
  farcaster: {
    path: 'M5.5 4.2h9M4 7.2h12M6 7.4V16h2.4v-4.2a1.6 1.6 0 0 1 3.2 0V16H14V7.4',
    isOutline: true,
  },
  telegram: {
    path: 'M17.6 3.4c.2-.9-.6-1.6-1.4-1.2L2.3 8.2c-.9.4-.8 1.6.1 1.9l3.5 1.1 1.5 4.8c.2.7 1.1.9 1.6.4l1.9-1.8 3.4 2.5c.6.5 1.5.1 1.7-.6ZM7 10.9l6.9-4.7c.2-.1.4.1.2.3l-5.5 5.2-.3 2.4Z',
  },
  facebook: {
    path: 'M11.2 17v-6h2l.4-2.5h-2.4V7c0-.9.4-1.3 1.4-1.3h1.2V3.4c-.4-.1-1-.2-1.7-.2-2.1 0-3.4 1.3-3.4 3.6v1.7H6.5V11h2.2v6Z',
  },
  apple: {
    path: 'M13.6 10.6c0-1.7 1.4-2.5 1.4-2.6-.8-1.1-2-1.3-2.4-1.3-1-.1-2 .6-2.5.6s-1.3-.6-2.2-.6c-1.1 0-2.2.7-2.8 1.7-1.2 2-.3 5.1.9 6.7.6.8 1.2 1.7 2.1 1.7.9 0 1.2-.5 2.2-.5s1.3.5 2.2.5 1.5-.8 2-1.6c.7-.9.9-1.8.9-1.9 0 0-1.8-.7-1.8-2.7ZM12 5.6c.4-.6.8-1.3.7-2.1-.7 0-1.5.4-2 1-.4.5-.8 1.3-.7 2 .8.1 1.5-.4 2-.9Z',
  },
  github: {
    path: 'M10 3a7 7 0 0 0-2.2 13.6c.3.1.5-.1.5-.4v-1.3c-2 .4-2.4-.9-2.4-.9-.3-.8-.8-1-.8-1-.6-.4.1-.4.1-.4.7 0 1.1.7 1.1.7.6 1.1 1.7.8 2.1.6.1-.5.3-.8.5-.9-1.6-.2-3.2-.8-3.2-3.5 0-.8.3-1.4.7-1.9 0-.2-.3-.9.1-1.9 0 0 .6-.2 2 .7a6.7 6.7 0 0 1 3.6 0c1.3-.9 1.9-.7 1.9-.7.4 1 .2 1.7.1 1.9.5.5.7 1.1.7 1.9 0 2.7-1.6 3.3-3.2 3.5.3.2.5.6.5 1.3v1.9c0 .3.2.5.5.4A7 7 0 0 0 10 3Z',
  },
  discord: {
    path: 'M15.5 5.2a12 12 0 0 0-3-1l-.4.8a11 11 0 0 0-4.2 0l-.4-.8a12 12 0 0 0-3 1C2.6 8.1 2.1 10.9 2.3 13.7a12 12 0 0 0 3.7 1.9l.8-1.3-1.2-.6.3-.2a8.6 8.6 0 0 0 8.2 0l.3.2-1.2.6.8 1.3a12 12 0 0 0 3.7-1.9c.3-3.3-.5-6-2.2-8.5ZM7.7 12c-.7 0-1.3-.7-1.3-1.5S7 9 7.7 9 9 9.7 9 10.5 8.4 12 7.7 12Zm4.6 0c-.7 0-1.3-.7-1.3-1.5S11.6 9 12.3 9s1.3.7 1.3 1.5-.6 1.5-1.3 1.5Z',
  },
}

/** The mark of a site; decorative, its name is beside it. */
export function SocialIcon({ provider, size = 22 }: { provider: string; size?: number }) {
  const { path = '', isOutline = false } = MARKS[provider] ?? {}
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={isOutline ? 'none' : 'currentColor'}
      fillRule="evenodd"
      stroke={isOutline ? 'currentColor' : 'none'}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}
