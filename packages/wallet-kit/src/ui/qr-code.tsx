import { encode } from 'uqr'
import styles from './qr-code.module.css'
import { WalletImage } from './wallet-image.tsx'

/** Modules of white around a code; scanners need them. */
const QUIET = 2
/** Side of the square in the middle that belongs to the picture, as a share of the code. */
const PICTURE_SHARE = 0.22
/** Side of the three corner marks, in modules. */
const MARK = 7

type QrCodeProps = {
  value: string
  /** Read out in place of the code. */
  label: string
  /** Stands in the middle; error correction Q (25 %) makes up for what it covers. */
  picture?: { name: string; source: string | null } | undefined
}

/** A QR code, dark on white in every theme: scanners expect that. */
export function QrCode({ value, label, picture }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'Q', border: 0 })
  const hole = picture === undefined ? 0 : Math.ceil((size * PICTURE_SHARE) / 2) * 2 - (size % 2)
  const side = size + 2 * QUIET
  return (
    <div className={styles['code']}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="geometricPrecision"
      >
        <path className={styles['dots']} d={dotsPath(data, size, hole)} />
        {[
          [0, 0],
          [size - MARK, 0],
          [0, size - MARK],
        ].map(([x = 0, y = 0]) => (
          <g key={`${x}-${y}`}>
            <rect
              className={styles['ring']}
              x={x + 0.5}
              y={y + 0.5}
              width={6}
              height={6}
              rx={1.8}
            />
            <rect className={styles['eye']} x={x + 2} y={y + 2} width={3} height={3} rx={1} />
          </g>
        ))}
      </svg>
      {picture !== undefined && (
        <span className={styles['picture']}>
          <WalletImage name={picture.name} source={picture.source} size={52} />
        </span>
      )}
    </div>
  )
}

/** One dot a dark module, but for the corner marks and the hole in the middle. */
function dotsPath(data: readonly (readonly boolean[])[], size: number, hole: number): string {
  const from = (size - hole) / 2
  const isInHole = (at: number) => at >= from && at < from + hole
  const isMark = (x: number, y: number) =>
    (x < MARK && y < MARK) || (x >= size - MARK && y < MARK) || (x < MARK && y >= size - MARK)
  return data
    .flatMap((row, y) =>
      row.map((isDark, x) =>
        isDark && !isMark(x, y) && !(isInHole(x) && isInHole(y))
          ? `M${x + 0.05} ${y + 0.5}a.45.45 0 1 1 .9 0a.45.45 0 1 1-.9 0`
          : '',
      ),
    )
    .join('')
}
