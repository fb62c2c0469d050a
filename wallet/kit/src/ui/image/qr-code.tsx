import { encodeQR } from 'qr'
import styles from './qr-code.module.css'
import { WalletImage } from './wallet-image.tsx'

/** Width of the white border in modules. Scanners need it. */
const QUIET_ZONE = 2
/** Side of the image in the middle, as a share of the code. */
const IMAGE_SHARE = 0.22
/** Side of the three finder patterns in the corners, in modules (ISO/IEC 18004). */
const FINDER = 7

type QrCodeProps = {
  value: string
  /** Accessible name. */
  label: string
  /** Shown in the middle. Error correction level Q (25 %) recovers the modules it covers. */
  image?: { name: string; source: string | null } | undefined
}

/** A QR code, dark on white in both themes: scanners expect that. */
export function QrCode({ value, label, image }: QrCodeProps) {
  const modules = encodeModules(value)
  const size = modules.length
  const hole = image === undefined ? 0 : Math.ceil((size * IMAGE_SHARE) / 2) * 2 - (size % 2)
  const side = size + 2 * QUIET_ZONE
  return (
    <div className={styles['code']}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
        shapeRendering="geometricPrecision"
      >
        <path className={styles['dots']} d={dotsPath(modules, hole)} />
        {[
          [0, 0],
          [size - FINDER, 0],
          [0, size - FINDER],
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
      {image !== undefined && (
        <span className={styles['image']}>
          <WalletImage name={image.name} source={image.source} size={52} />
        </span>
      )}
    </div>
  )
}

type Modules = readonly (readonly boolean[])[]

/** Returns the rows of a code; true is dark. */
function encodeModules(value: string): Modules {
  // The library always adds a border.
  const bordered = encodeQR(value, 'raw', { ecc: 'quartile', border: 1 })
  return bordered.slice(1, -1).map((row) => row.slice(1, -1))
}

/** One dot per dark module, except in the finder patterns and the hole in the middle. */
function dotsPath(modules: Modules, hole: number): string {
  const size = modules.length
  const from = (size - hole) / 2
  const isInHole = (at: number) => at >= from && at < from + hole
  const isFinder = (x: number, y: number) =>
    (x < FINDER && y < FINDER) ||
    (x >= size - FINDER && y < FINDER) ||
    (x < FINDER && y >= size - FINDER)
  return modules
    .flatMap((row, y) =>
      row.map((isDark, x) =>
        isDark && !isFinder(x, y) && !(isInHole(x) && isInHole(y))
          ? `M${x + 0.05} ${y + 0.5}a.45.45 0 1 1 .9 0a.45.45 0 1 1-.9 0`
          : '',
      ),
    )
    .join('')
}
